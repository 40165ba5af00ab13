import { chunks } from '@sonde/ground/chunks.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { mostRunsPerMessage } from '@sonde/schema/agents/agent-protocol.ts'
import type { Backoff } from './backoff.ts'
import type { HeldLease, RunPool } from '../runs/run-pool.ts'
import { TransportFailure, type AgentTransport } from './transport.ts'

/** Keeps the leases of runs that take longer, and learns which of them are lost or cancelled. */
export function createLeaseRenewal(deps: {
  transport: AgentTransport
  pool: RunPool
  log: Logger
  backoff: Backoff
}) {
  const { transport, pool, log, backoff } = deps
  let isBusy = false
  let notBeforeMs = 0

  async function renew(leases: readonly HeldLease[]): Promise<void> {
    for (const runs of chunks(leases, mostRunsPerMessage)) {
      const sentMs = performance.now()
      const { lost, cancel } = await transport.renew({ runs })
      pool.noteRenewed(runs, sentMs)
      if (lost.length > 0)
        log.warn({ runs: lost.length }, 'runs were reassigned to another agent and are dropped here')
      pool.drop(lost)
      pool.drop(cancel)
    }
  }

  return {
    /** Renews what was not heard of for `renewMs`. */
    async tick(renewMs: number): Promise<void> {
      if (isBusy || performance.now() < notBeforeMs) return
      const leases = pool.silentFor(renewMs)
      if (leases.length === 0) return
      isBusy = true
      try {
        await renew(leases)
        backoff.reset()
      } catch (error) {
        if (!(error instanceof TransportFailure)) throw error
        log.debug({ runs: leases.length }, `could not renew leases, retrying: ${error.message}`)
        notBeforeMs = performance.now() + backoff.nextMs(error.retryAfterMs)
      } finally {
        isBusy = false
      }
    },
  }
}
