import type { NotRunCause, Outcome, ProbeError } from '@sonde/schema/runs/outcome.ts'
import { startAttemptSignal } from './attempt-signal.ts'
import { UnusableClientCertificate } from './connection/secure-contexts.ts'
import { startWallDeadline } from './deadline.ts'
import { exceptOwnShortage } from './own-shortage.ts'
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
  const { signal, abort, end } = startAttemptSignal(runSignal)
  const limit = startWallDeadline(latestEndMs, () => abort(new Error('the attempt took too long')))
  try {
    const outcome = exceptOwnShortage(await orAborted(work(signal), signal))
    return { outcome, noiseMs: leave(), hasKernelTimes: false }
  } catch (error) {
    return { outcome: describeOurTrouble(error, signal), noiseMs: null, hasKernelTimes: false }
  } finally {
    limit.cancel()
    end()
    leave()
  }
}

const onlyOnce = { once: true } as const

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
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const abort = (): void => reject(signal.reason)
  signal.addEventListener('abort', abort, onlyOnce)
  if (signal.aborted) abort()
  // After an abort too: somebody has to listen to what becomes of the work, or its failure ends the process.
  work.then(resolve, reject)
  try {
    return await promise
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
