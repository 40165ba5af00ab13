export type AttemptSignal = {
  signal: AbortSignal
  abort(reason: unknown): void
  /** The attempt is over: the signal of the run is not listened to any more. */
  end(): void
}

const onlyOnce = { once: true } as const

/**
 * The signal of one attempt, which aborts with that of its run. A relay of our own: joining two signals by
 * `AbortSignal.any` costs more than the rest of an attempt, and leaves weak references behind that only a full
 * collection of garbage frees, some hundred bytes for each run.
 */
export function startAttemptSignal(runSignal: AbortSignal): AttemptSignal {
  const controller = new AbortController()
  const onAbort = (): void => controller.abort(runSignal.reason)
  runSignal.addEventListener('abort', onAbort, onlyOnce)
  if (runSignal.aborted) onAbort()
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    end: () => runSignal.removeEventListener('abort', onAbort),
  }
}
