import type { TicketedRun } from '../../run.ts'
import type { AttemptStatus, Lease } from '../run-queue.ts'
import { createAttemptMap } from './attempt-map.ts'
import type { CancelledRuns } from './cancelled-runs.ts'

/**
 * What this server has handed out and knows to be open, and what agents are to give up of it: they are told at once when
 * they wait here, and else the next time that they ask.
 */
export function createHandedLeases({ cancelled }: { cancelled: Pick<CancelledRuns, 'hasHeld'> }) {
  const leases = new Map<string, Lease>()
  const byAttempt = createAttemptMap<Lease>()
  /** Leases to be given up, by agent, until the agent is told; and the waits of agents that are told at once. */
  const toldLater = new Map<string, string[]>()
  const waits = new Map<string, Set<() => void>>()

  function forget(lease: Lease | undefined): void {
    if (lease === undefined) return
    leases.delete(lease.leaseId)
    byAttempt.delete(lease)
  }

  return {
    add(handed: readonly Lease[]): void {
      for (const lease of handed) {
        leases.set(lease.leaseId, lease)
        byAttempt.set(lease)
      }
    },
    statusOf(attempt: { runId: string; attempt: number }): AttemptStatus {
      const lease = byAttempt.get(attempt)
      if (lease === undefined) return { kind: 'unknown' }
      const { run, leaseId, agentId } = lease
      return { kind: 'handed', run, leaseId, agentId }
    },
    forget(leaseIds: readonly string[]): void {
      for (const id of leaseIds) forget(leases.get(id))
    },
    forgetAttempts(attempts: readonly TicketedRun[]): void {
      for (const run of attempts) forget(byAttempt.get(run))
    },
    forgetWhere(isOver: (lease: Lease) => boolean): void {
      for (const lease of leases.values()) if (isOver(lease)) forget(lease)
    },

    /** Lets a wait of the agent be ended as soon as it has something to give up, or wants no more. */
    async waiting<T>(agentId: string, wait: (whenOpen: (end: () => void) => void) => Promise<T>): Promise<T> {
      const ends = waits.get(agentId) ?? new Set()
      waits.set(agentId, ends)
      const own: { end: (() => void) | null } = { end: null }
      const outcome = await wait((end) => {
        own.end = end
        ends.add(end)
      })
      if (own.end !== null) ends.delete(own.end)
      if (ends.size === 0) waits.delete(agentId)
      return outcome
    },
    endWaitsOf(agentId: string): void {
      for (const end of waits.get(agentId) ?? []) end()
    },
    takeTold(agentId: string): string[] {
      const leaseIds = toldLater.get(agentId) ?? []
      toldLater.delete(agentId)
      return leaseIds
    },
    /** Agents of this server that hold what was cancelled are told at once. */
    cancelHeld(): void {
      for (const lease of leases.values()) {
        if (!cancelled.hasHeld(lease.run, lease.sinceAt)) continue
        forget(lease)
        toldLater.set(lease.agentId, [...(toldLater.get(lease.agentId) ?? []), lease.leaseId])
        this.endWaitsOf(lease.agentId)
      }
    },

    countByAgent(): Map<string, number> {
      const counts = new Map<string, number>()
      for (const { agentId } of leases.values()) counts.set(agentId, (counts.get(agentId) ?? 0) + 1)
      return counts
    },
  }
}

/** Of runs that wait as they were published; null: they were handed out, or given back, before. */
export function publisherOf({ run, hold }: Lease): string | null {
  return hold !== null && hold.deliveries === 1 && run.attempt === 1 && run.source === 'SCHEDULER'
    ? hold.publisher
    : null
}
