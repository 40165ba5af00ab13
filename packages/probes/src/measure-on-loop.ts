import type { NotRunCause, Outcome, ProbeError } from '@sonde/schema/outcome.ts'
import { UnusableClientCertificate } from './connection/secure-contexts.ts'
import type { Measurement, ProbeContext } from './probe.ts'

/**
 * Runs one attempt whose times are taken on this thread, and tells what our own delay was meanwhile. `work` may
 * throw for an abort and for bugs of ours: both are our own trouble. It must end within `latestEndMs`, or is
 * given up.
 */
export async function measureOnLoop<Document>(
  { loop, signal: runSignal }: Pick<ProbeContext, 'loop' | 'signal'>,
  latestEndMs: number,
  work: (signal: AbortSignal) => Promise<Outcome<Document>>,
): Promise<Measurement<Document>> {
  const leave = loop.enter()
  const timer = new AbortController()
  const timeout = setTimeout(() => timer.abort(new Error('the attempt took too long')), latestEndMs)
  const signal = AbortSignal.any([runSignal, timer.signal])
  try {
    const outcome = await orAborted(work(signal), signal)
    return { outcome, noiseMs: leave(), hasKernelTimes: false }
  } catch (error) {
    return { outcome: describeOurTrouble(error, signal), noiseMs: null, hasKernelTimes: false }
  } finally {
    clearTimeout(timeout)
    leave()
  }
}

export function describeOurTrouble(error: unknown, signal: AbortSignal): Outcome<never> {
  if (signal.aborted) {
    return notRun('aborted', {
      code: 'ERR_ABORTED',
      message: `The attempt was aborted: ${messageOf(signal.reason)}`,
    })
  }
  if (error instanceof UnusableClientCertificate) {
    return notRun('unreadable-job', { code: 'ERR_CLIENT_CERTIFICATE', message: error.message })
  }
  return notRun('internal', { code: 'ERR_INTERNAL', message: messageOf(error) })
}

function notRun(cause: NotRunCause, error: ProbeError): Outcome<never> {
  return { kind: 'not-run', cause, error }
}

export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = (): void => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  // Not thrown: somebody has to listen to what becomes of the work, or its failure ends the process.
  if (signal.aborted) abort()
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', abort))
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
