import { startDeadline } from '../deadline.ts'

/** The time of the target is up. Thrown by whatever was going on then. */
export class DeadlineReached extends Error {
  override readonly name = 'DeadlineReached'
}

export type AttemptDeadline = {
  /** Aborted with a `DeadlineReached` when the time is up, or with the reason of the run's own signal. */
  signal: AbortSignal
  close(): void
}

/** One deadline over all that an attempt does, however many connections that are. */
export function startAttemptDeadline(ms: number, runSignal: AbortSignal): AttemptDeadline {
  const controller = new AbortController()
  const deadline = startDeadline(ms, () => controller.abort(new DeadlineReached()))
  const onAbort = (): void => controller.abort(runSignal.reason)
  runSignal.addEventListener('abort', onAbort, { once: true })
  if (runSignal.aborted) onAbort()
  return {
    signal: controller.signal,
    close() {
      deadline.cancel()
      runSignal.removeEventListener('abort', onAbort)
    },
  }
}
