import type { RunAssignment } from '@sonde/schema/agent-protocol.ts'
import { kindOf } from '@sonde/schema/check-kinds.ts'
import type { Clock } from '@sonde/schema/clock.ts'
import type { Lease, MemoryQueue } from '../queue/memory-queue.ts'
import type { Report } from '../results/intake.ts'
import type { Tickets } from '../results/ticket.ts'
import { unmadeResult } from '../results/unmade-result.ts'
import type { FilledRun, RunFiller } from './fill-runs.ts'

/** Turns leases into what their agent gets. */
export function createRunAssigner(deps: {
  clock: Clock
  queue: Pick<MemoryQueue, 'release'>
  tickets: Tickets
  filler: RunFiller
  takeResults(reports: readonly Report[]): Promise<unknown>
}) {
  const { clock, queue, tickets, filler } = deps

  /** Those that cannot be filled in end here, without a word about their targets. */
  async function endUnfillable(leases: readonly Lease[], filled: readonly FilledRun[]): Promise<void> {
    const now = clock.now()
    const reports = leases.flatMap(({ run }, index): Report[] => {
      const found = filled[index]
      const kind = kindOf(run.checkType)?.run
      if (found?.kind !== 'unfillable' || !kind) return []
      const result = unmadeResult(run, kind, { now, cause: 'unreadable-job', reason: found.reason })
      return [{ run, result, sentAt: now }]
    })
    if (reports.length > 0) await deps.takeResults(reports)
  }

  function assignmentOf(
    { leaseId, endsAt, run }: Lease,
    { config, context }: Pick<RunAssignment, 'config' | 'context'>,
  ): RunAssignment {
    return {
      runId: run.runId,
      attempt: run.attempt,
      leaseId,
      leaseEndsAt: endsAt,
      ticket: tickets.issue(run),
      checkId: run.checkId,
      checkType: run.checkType,
      location: run.location,
      queue: run.queue,
      scheduledAt: run.scheduledAt,
      config,
      ...(context === undefined ? {} : { context }),
    }
  }

  return async function assign(leases: readonly Lease[]): Promise<RunAssignment[]> {
    if (leases.every(({ run }) => filler.isPlain(run))) {
      return leases.map((lease) => assignmentOf(lease, { config: lease.run.config }))
    }
    try {
      const filled = await filler.fill(leases.map(({ run }) => run))
      await endUnfillable(leases, filled)
      return leases.flatMap((lease, index) => {
        const found = filled[index]
        return found?.kind === 'filled' ? [assignmentOf(lease, found)] : []
      })
    } catch (error) {
      // Whoever asks next may have more luck than the database had now.
      for (const lease of leases) queue.release(lease)
      throw error
    }
  }
}
