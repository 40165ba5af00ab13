import type { RunAssignment } from '@sonde/schema/agents/agent-protocol.ts'
import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import type { Lease, QueueDesk } from '../queue/run-queue.ts'
import type { Report } from '../results/report.ts'
import type { Tickets } from '../results/ticket.ts'
import { unmadeResult } from '../results/unmade-result.ts'
import { isTrialRun } from '../trial-runs/trial-runs.ts'
import type { ResolvedRun, VariableResolver } from '../variables/resolve-runs.ts'

/** Of one answer to an agent, about: it is put together in memory, and read so by the agent. */
const mostAnswerCharacters = 20_000_000

/** Turns leases into what their agent gets. */
export function createRunAssigner(deps: {
  clock: Clock
  queue: Pick<QueueDesk, 'release'>
  tickets: Tickets
  resolver: VariableResolver
  takeResults(reports: readonly Report[]): Promise<unknown>
}) {
  const { clock, queue, tickets, resolver } = deps

  /** Those whose variables cannot be resolved end here, without a word about their targets. */
  async function endUnresolvable(leases: readonly Lease[], resolved: readonly ResolvedRun[]): Promise<void> {
    const now = clock.now()
    const reports = leases.flatMap(({ run }, index): Report[] => {
      const outcome = resolved[index]
      const kind = kindOf(run.checkType).run
      if (outcome?.kind !== 'unresolvable' || !kind) return []
      const result = unmadeResult(run, kind, { now, cause: 'unreadable-job', reason: outcome.reason })
      return [{ run, result, sentAt: now, isStandIn: null }]
    })
    if (reports.length > 0) await deps.takeResults(reports)
  }

  function assignmentOf(
    { leaseId, endsAt, run, hold }: Lease,
    { config, context, script }: Pick<RunAssignment, 'config' | 'context' | 'script'>,
  ): RunAssignment {
    return {
      runId: run.runId,
      attempt: run.attempt,
      leaseId,
      leaseEndsAt: endsAt,
      ticket: tickets.issue(run, hold),
      ...(hold === null ? {} : { parcel: hold.parcel }),
      checkId: run.checkId,
      checkType: run.checkType,
      location: run.location,
      queue: run.queue,
      scheduledAt: run.scheduledAt,
      config,
      ...(context === undefined ? {} : { context }),
      ...(script === undefined ? {} : { script }),
      ...(run.source === 'SCHEDULER' ? {} : { isRequested: true }),
      ...(script !== undefined && isTrialRun(run) ? { isWatched: true } : {}),
    }
  }

  /** Whoever asks next may have more luck, or more room. */
  async function giveBack(leases: readonly Lease[]): Promise<void> {
    for (const [agentId, those] of Map.groupBy(leases, (lease) => lease.agentId)) {
      await queue.release(agentId, those)
    }
  }

  return async function assign(leases: readonly Lease[]): Promise<RunAssignment[]> {
    if (leases.every(({ run }) => resolver.isPlain(run))) {
      return leases.map((lease) => assignmentOf(lease, { config: lease.run.config }))
    }
    try {
      const resolved = await resolver.resolve(leases.map(({ run }) => run))
      await endUnresolvable(leases, resolved)
      const tooLarge: Lease[] = []
      let room = mostAnswerCharacters
      const assignments = leases.flatMap((lease, index) => {
        const run = resolved[index]
        if (run?.kind !== 'resolved') return []
        room -= lengthOf(run)
        // At least one, or a large one would never be made; what has no place in this answer is in the next.
        if (room >= 0 || index === 0) return [assignmentOf(lease, run)]
        tooLarge.push(lease)
        return []
      })
      await giveBack(tooLarge)
      return assignments
    } catch (error) {
      await giveBack(leases)
      throw error
    }
  }
}

/** What variables and certificates add to an answer; the rest of a run is small. */
function lengthOf({ config, context, script }: Extract<ResolvedRun, { kind: 'resolved' }>): number {
  const secrets = context?.secrets ?? []
  const certificates = context?.clientCertificates ?? []
  return (
    JSON.stringify(config).length +
    (script === undefined ? 0 : JSON.stringify(script).length) +
    secrets.reduce((sum, secret) => sum + secret.length, 0) +
    certificates.reduce(
      (sum, { cert, ca, key }) => sum + cert.length + (ca?.length ?? 0) + (key?.length ?? 0),
      0,
    )
  )
}
