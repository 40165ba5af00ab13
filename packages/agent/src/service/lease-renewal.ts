import { chunks } from '@sonde/ground/chunks.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { mostRunsPerMessage } from '@sonde/schema/agents/agent-protocol.ts'
import type { Backoff } from './backoff.ts'
import type { OpenParcels } from './open-parcels.ts'
import type { HeldLease, RunPool } from '../runs/run-pool.ts'
import { TransportFailure, type AgentTransport } from './transport.ts'

/** Keeps the leases of runs that take longer, and learns which of them are lost or cancelled. */
export function createLeaseRenewal(deps: {
  transport: AgentTransport
  pool: RunPool
  parcels: OpenParcels
  log: Logger
  backoff: Backoff
}) {
  const { transport, pool, parcels, log, backoff } = deps
  let isBusy = false
  let notBeforeMs = 0

  async function renew(leases: readonly HeldLease[]): Promise<void> {
    // Where nothing is left to renew, what is over is told all the same.
    const batches = leases.length === 0 ? [[]] : chunks(leases, mostRunsPerMessage)
    for (const runs of batches) {
      const sentMs = performance.now()
      const done = parcels.doneWith([])
      const { lost, cancel } = await transport.renew({ runs, ...(done.length === 0 ? {} : { done }) })
      pool.noteRenewed(runs, sentMs)
      for (const leaseId of lost) parcels.giveUp(leaseId)
      parcels.noteOver(cancel, done)
      if (lost.length > 0)
        log.warn({ runs: lost.length }, 'runs were reassigned to another agent and are dropped here')
      pool.drop(lost)
      pool.cancel(cancel)
    }
  }

  return {
    /** Renews what was not heard of for `renewMs`. */
    async tick(renewMs: number): Promise<void> {
      if (isBusy || performance.now() < notBeforeMs) return
      const leases = pool.silentFor(renewMs)
      if (leases.length === 0 && parcels.doneWith([]).length === 0) return
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
