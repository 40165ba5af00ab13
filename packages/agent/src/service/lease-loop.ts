import type { Logger } from '@sonde/ground/logger.ts'
import type { LeaseAnswer } from '@sonde/schema/agents/agent-protocol.ts'
import type { Backoff } from './backoff.ts'
import { createRetryPause } from './retry-pause.ts'
import type { Connectivity } from '../witnesses/connectivity.ts'
import { pause } from './pause.ts'
import type { RunPool } from '../runs/run-pool.ts'
import { TransportFailure, type AgentTransport } from './transport.ts'

/** A service that answers "nothing" at once, again and again, must not make us spin. */
const shortestEmptyPollMs = 100
/** Through a balancer a service may hear that we stop before it hears of the poll. */
const mostAsked = 3

/** `over` aborts when there is an answer, or none will come. */
type Poll = { controller: AbortController; over: AbortController; hasRoom: boolean }

/** Registers, then keeps one long poll for runs open, for as long as the agent takes runs. */
export function createLeaseLoop(deps: {
  transport: AgentTransport
  /** How many more runs there is room for. */
  free: RunPool['free']
  connectivity: Connectivity
  log: Logger
  backoff: Backoff
  /** How long to stay away from a service that wants a newer agent. */
  tooOldPauseMs: number
  /** How long a service that was asked to answer the open poll may take, before it is asked again. */
  pollEndMs: number
  register: () => Promise<void>
  onAnswer: (answer: LeaseAnswer) => void
}) {
  const { transport, connectivity, log } = deps
  const stopping = new AbortController()
  const retryPause = createRetryPause(deps.backoff, stopping.signal)
  let isRegistered = false
  let hasToldTooOld = false
  let awaySinceMs: number | null = null
  let poll: Poll | null = null

  async function leaseOnce(): Promise<void> {
    const free = deps.free()
    const hasRoom = free.uptime > 0 || free.main > 0 || (free.script ?? 0) > 0
    const controller = new AbortController()
    const over = new AbortController()
    poll = { controller, over, hasRoom }
    const startedMs = performance.now()
    try {
      const body = { free, connectivity: connectivity.state() }
      const answer = await transport.lease(body, controller.signal)
      deps.onAnswer(answer)
      const isEmpty = answer.runs.length === 0 && answer.cancel.length === 0
      if (isEmpty && !controller.signal.aborted && performance.now() - startedMs < shortestEmptyPollMs) {
        await pause(shortestEmptyPollMs, controller.signal)
      }
    } catch (error) {
      // Whatever a poll that we ended ourselves says, it says because we ended it.
      if (!controller.signal.aborted) throw error
    } finally {
      poll = null
      over.abort()
    }
  }

  /**
   * Runs in an answer that we hang up on would wait until their lease is over. So the service is asked to answer, and what
   * comes is given back.
   */
  async function endPoll({ controller, over }: Poll): Promise<void> {
    for (let asked = 0; asked < mostAsked && !over.signal.aborted; asked += 1) {
      try {
        const limit = AbortSignal.any([over.signal, AbortSignal.timeout(deps.pollEndMs)])
        await transport.heartbeat({ draining: true }, limit)
      } catch (error) {
        if (!(error instanceof TransportFailure)) throw error
        break
      }
      await pause(deps.pollEndMs, over.signal)
    }
    controller.abort()
  }

  async function recover(failure: TransportFailure): Promise<void> {
    isRegistered = false
    if (failure.kind === 'too-old') {
      if (!hasToldTooOld) log.error({}, `this agent is too old for the service: ${failure.message}`)
      hasToldTooOld = true
      return pause(deps.tooOldPauseMs, stopping.signal)
    }
    // One line for an outage, however long it takes.
    if (awaySinceMs === null) log.warn({}, `the service is not available: ${failure.message}; retrying`)
    awaySinceMs ??= performance.now()
    if (failure.status === null) connectivity.noteUnreached()
    return retryPause.after(failure)
  }

  function noteReturn(): void {
    retryPause.reset()
    hasToldTooOld = false
    if (awaySinceMs === null) return
    log.info({ awayMs: Math.round(performance.now() - awaySinceMs) }, 'the service is available again')
    awaySinceMs = null
  }

  return {
    /** Ends when stopped, or when the key is no longer good. */
    async run(): Promise<void> {
      while (!stopping.signal.aborted) {
        try {
          // After every outage: a service that was restarted may not know us any more.
          if (!isRegistered) await deps.register()
          isRegistered = true
          if (stopping.signal.aborted) return
          await leaseOnce()
          // Only now: a service that registers us and gives no leases is still away.
          noteReturn()
        } catch (error) {
          if (!(error instanceof TransportFailure)) throw error
          if (error.kind === 'unauthorized') return
          await recover(error)
        }
      }
    },
    /** A poll that asked for nothing can be ended without losing a run that is on its way. */
    noteFreed(): void {
      if (poll !== null && !poll.hasRoom) poll.controller.abort()
    },
    /** Our own network is back: the service may be, too. */
    retryNow: retryPause.retryNow,
    /** Rejects with a bug only: a service that does not answer is hung up on. */
    async stop(): Promise<void> {
      stopping.abort()
      if (poll?.hasRoom === true) await endPoll(poll)
      else poll?.controller.abort()
    },
    /** Of a service that wants nothing to do with us. */
    hangUp(): void {
      stopping.abort()
      poll?.controller.abort()
    },
  }
}
