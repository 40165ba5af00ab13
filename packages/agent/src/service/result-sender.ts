import type { Logger } from '@sonde/ground/logger.ts'
import { mostRunsPerMessage, type ResultsAnswer } from '@sonde/schema/agents/agent-protocol.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import type { Backoff } from './backoff.ts'
import type { OpenParcels } from './open-parcels.ts'
import { pause } from './pause.ts'
import { createRetryPause } from './retry-pause.ts'
import type { FinishedRun, ResultBuffer } from './result-buffer.ts'
import { TransportFailure, type AgentTransport } from './transport.ts'

/** Keeps a message below what servers and proxies commonly accept. */
const mostBatchBytes = 2_000_000

/** The statuses that speak of the message itself; after anything else the same message may be accepted later. */
const badMessageStatuses: ReadonlySet<number | null> = new Set([400, 413, 422])

/** Brings finished results to the service: one batch at a time, oldest first, again and again until it has them. */
export function createResultSender(deps: {
  transport: AgentTransport
  buffer: ResultBuffer
  parcels: OpenParcels
  clock: Clock
  log: Logger
  backoff: Backoff
  /** How long after one message the next one begins, so that more of them travel together. */
  paceMs: number
  /** How long a result waits for those of runs that are under way. */
  gatherMs: number
  /** Whether there are such runs. */
  isMoreToCome: () => boolean
  /** The service has it. */
  onStored: (run: { runId: string; attempt: number }) => void
  /** The service will never have it. */
  onLost: (run: { runId: string; attempt: number }) => void
  /** There is more room for results than before. */
  onDelivered: () => void
  onEmpty: () => void
  onBug: (error: unknown) => void
}) {
  const { transport, buffer, parcels, clock, log } = deps
  const stopping = new AbortController()
  const retryPause = createRetryPause(deps.backoff, stopping.signal)
  let isSending = false
  let mostRuns = mostRunsPerMessage
  let begunMs = -Infinity
  let endPause: () => void = () => undefined
  let isGathering = false

  /**
   * What comes alone goes at once. The first of runs that were begun together waits a moment for the others, which mostly end
   * together; and who has just sent something waits before it sends more.
   */
  async function keepPace(): Promise<void> {
    isGathering = deps.isMoreToCome()
    if (isGathering) await rest(deps.gatherMs)
    isGathering = false
    await rest(begunMs + deps.paceMs - performance.now())
    begunMs = performance.now()
  }

  /** Only until a message is full. */
  async function rest(ms: number): Promise<void> {
    if (ms <= 0 || buffer.size >= mostRuns) return
    const over = new AbortController()
    endPause = () => over.abort()
    await pause(ms, AbortSignal.any([stopping.signal, over.signal]))
  }

  async function sendAll(): Promise<void> {
    while (buffer.size > 0 && !stopping.signal.aborted) {
      await keepPace()
      if (stopping.signal.aborted) return
      const batch = buffer.take(mostRuns, mostBatchBytes)
      const failure = await send(batch)
      if (failure === null) {
        buffer.forget()
        deps.onDelivered()
        retryPause.reset()
        mostRuns = mostRunsPerMessage
      } else if (failure.kind === 'refused' && badMessageStatuses.has(failure.status)) {
        narrow(batch, failure)
      } else {
        buffer.putBack()
        log.debug({ waiting: buffer.size }, `could not deliver results, retrying: ${failure.message}`)
        await retryPause.after(failure)
      }
    }
  }

  async function send(batch: readonly FinishedRun[]): Promise<TransportFailure | null> {
    const now = performance.now()
    const results = batch.map(({ result, endedMs }) => {
      result.ageMs = now - endedMs
      return result
    })
    const leaseIds = results.map(({ leaseId }) => leaseId)
    const done = parcels.doneWith(leaseIds)
    try {
      const { states } = await transport.sendResults({
        sentAt: clock.now(),
        results,
        ...(done.length === 0 ? {} : { done }),
      })
      if (states.length !== results.length) {
        return new TransportFailure('unavailable', 'the response does not cover every result')
      }
      parcels.noteOver(leaseIds, done)
      tellOf(batch, states)
      return null
    } catch (error) {
      if (error instanceof TransportFailure) return error
      throw error
    }
  }

  function tellOf(batch: readonly FinishedRun[], states: ResultsAnswer['states']): void {
    for (const [index, state] of states.entries()) {
      const result = batch[index]?.result
      if (result !== undefined) {
        if (state === 'stored') deps.onStored(result)
        else deps.onLost(result)
      }
      const { runId, attempt, checkType } = result ?? {}
      if (state === 'refused') log.error({ runId, attempt, checkType }, 'the service refused a result')
      if (state === 'lost')
        log.debug({ runId, attempt }, 'another agent has this run: the result was dropped')
    }
  }

  /** One bad result must not take the others with it: halve until it stands alone. */
  function narrow(batch: readonly FinishedRun[], failure: TransportFailure): void {
    if (batch.length > 1) {
      buffer.putBack()
      mostRuns = Math.ceil(batch.length / 2)
      return
    }
    const [refused] = batch
    const { runId, attempt, checkType } = refused?.result ?? {}
    log.error({ runId, attempt, checkType }, `the service refused a result: ${failure.message}`)
    if (refused !== undefined) {
      parcels.giveUp(refused.result.leaseId)
      deps.onLost(refused.result)
    }
    buffer.forget()
  }

  return {
    /** Results that are ready in the same turn of the event loop travel together. */
    wake(): void {
      if (buffer.size >= mostRuns) endPause()
      if (isSending) return
      isSending = true
      setImmediate(() => {
        sendAll()
          .catch(deps.onBug)
          .finally(() => {
            isSending = false
            if (buffer.size === 0) deps.onEmpty()
          })
      })
    },
    /** A run has ended: perhaps the last that was waited for. */
    noteFreed(): void {
      if (isGathering && !deps.isMoreToCome()) endPause()
    },
    /** The service can probably be reached again: what waits is sent at once. */
    retryNow: retryPause.retryNow,
    stop(): void {
      stopping.abort()
    },
  }
}
