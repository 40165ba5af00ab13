import type { AlertIntake } from '@sonde/alerting/raise/alert-intake.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import type { RunKind } from '@sonde/schema/check-types/check-kind.ts'
import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import type { SealedParts } from '@sonde/store/checks/sealed-secrets.ts'
import { findTrialRun } from '@sonde/store/runs/trial-runs.ts'
import { createCertificateWatch } from '../certificates/certificate-watch.ts'
import type { QueueDesk } from '../queue/run-queue.ts'
import { createIntake } from '../results/intake.ts'
import type { PlannedRetry, Report, StoredReport } from '../results/report.ts'
import { type SnapshotCache, snapshotKey } from '../results/snapshot-cache.ts'
import { createReportTaking } from '../results/take-reports.ts'
import { createTickets } from '../results/ticket.ts'
import { agentLostResult } from '../results/unmade-result.ts'
import type { Run, TicketedRun } from '../run.ts'
import { readStoredChecks } from '../schedule/stored-checks.ts'
import type { SessionWatch } from '../sessions/session-watch.ts'
import { isTrialRun, type TrialRuns } from '../trial-runs/trial-runs.ts'
import { createVariableResolver } from '../variables/resolve-runs.ts'
import type { AgentRegistry } from './agent-registry.ts'
import { type AgentTimes, createAgentService } from './agent-service.ts'
import type { Availability } from './availability.ts'

export type AgentSideDeps = {
  store: Store
  clock: Clock
  log: Logger
  times: AgentTimes
  queue: QueueDesk
  registry: AgentRegistry
  availability: Availability
  alerts: AlertIntake
  snapshots: SnapshotCache
  trialRuns: TrialRuns
  watch: SessionWatch
  exportingAccounts(): Promise<ReadonlySet<string>>
  wakeDelivery(): void
  random(): number
  /** The next attempts of runs, which are on the disk already. */
  retry(attempts: readonly PlannedRetry[]): void
}

/** Speaks with agents: hands out runs and takes in their results. Knows of checks what runs, snapshots and the store tell. */
export function createAgentSide(deps: AgentSideDeps) {
  const { store, clock, log, queue, registry, watch } = deps
  /** Runs that nobody will make any more, until that is written down. */
  const lostRuns: Run[] = []
  queue.onLost((runs) => void lostRuns.push(...runs))
  const certificates = createCertificateWatch(deps)
  const reports = createReportTaking({
    log,
    intake: createIntake({ ...deps, runKindOf, find: registry.find, isServed: registry.isServed }),
    trialRuns: deps.trialRuns,
    queue,
    availability: deps.availability,
    certificates,
    onStored: continueRuns,
  })
  const agents = createAgentService({
    ...deps,
    tickets: createTickets(store.sealer.deriveKey('tickets of runs')),
    resolver: createVariableResolver({ store, clock, log, configOf }),
    complete,
    takeResults: reports.take,
    showLog: deps.trialRuns.addLog,
  })

  /** The next attempt of a run waits for its time; a run without one is over. */
  async function continueRuns(attempts: readonly StoredReport[]): Promise<void> {
    deps.retry(attempts.flatMap(({ retry }) => retry ?? []))
    const over = attempts.filter(({ retry }) => retry === null).map(({ run }) => run)
    await queue.close(over)
    for (const { sessionId } of over) if (sessionId !== null) watch.changed(sessionId)
  }

  async function configOf(run: TicketedRun): Promise<SealedParts<unknown> | null> {
    if (!isTrialRun(run)) return (await deps.snapshots.of([run])).get(snapshotKey(run)) ?? null
    const { accountId, checkId: id } = run
    return await findTrialRun(store.read, { accountId, id })
  }

  /** Tickets of programs of before do not tell what the check was: that is read, and one that is gone is left as it is. */
  async function complete(received: readonly Report[]): Promise<readonly Report[]> {
    const unknown = received.filter(({ run }) => run.check === null)
    if (unknown.length === 0) return received
    const checks = await readStoredChecks(
      store.read,
      unknown.map(({ run }) => run.checkNo),
      registry.find,
    )
    return await Promise.all(
      received.map(async (report) => {
        const { run } = report
        if (run.check !== null) return report
        const check = isTrialRun(run)
          ? (await deps.trialRuns.restore(run))?.check
          : checks.get(run.checkNo)?.check
        // Its revision is that of now, which is not the one that the run was begun with.
        return check === undefined ? report : { ...report, run: { ...run, check: { ...check, rev: -1 } } }
      }),
    )
  }

  return {
    agents,
    /** Writes down that runs were lost with their agents; what cannot be written now is written at the next call. */
    async reportLost(): Promise<void> {
      if (lostRuns.length === 0) return
      const now = clock.now()
      const runs = [...lostRuns]
      await reports.take(
        runs.flatMap((run) => {
          const kind = runKindOf(run.checkType)
          return kind ? [{ run, result: agentLostResult(run, kind, now), sentAt: now, isStandIn: null }] : []
        }),
      )
      lostRuns.splice(0, runs.length)
    },
    noteCertificates: certificates.work,
    storedCount: reports.storedCount,
  }
}

function runKindOf(checkType: CheckType): RunKind | null {
  return kindOf(checkType).run ?? null
}
