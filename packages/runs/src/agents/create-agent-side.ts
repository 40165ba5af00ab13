import type { ArtifactStore } from '@sonde/artifacts/open-artifacts.ts'
import type { AlertIntake } from '@sonde/alerting/raise/alert-intake.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import type { RunKind } from '@sonde/schema/check-types/check-kind.ts'
import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { storeFor } from '@sonde/store/engine/pool-purpose.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import type { SealedParts } from '@sonde/store/checks/sealed-secrets.ts'
import { findTrialRun } from '@sonde/store/runs/trial-runs.ts'
import { createCertificateWatch } from '../certificates/certificate-watch.ts'
import type { QueueDesk } from '../queue/run-queue.ts'
import { createIntake } from '../results/intake.ts'
import { createIntakeGate } from '../results/intake-gate.ts'
import type { PlannedRetry, Report, StoredReport } from '../results/report.ts'
import { type SnapshotCache, snapshotKey } from '../results/snapshot-cache.ts'
import { createReportTaking } from '../results/take-reports.ts'
import { createTickets } from '../results/ticket.ts'
import { agentLostResult, unmadeResult } from '../results/unmade-result.ts'
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
  artifacts: Pick<ArtifactStore, 'keepSmall' | 'receive' | 'read' | 'keepGolden' | 'dependencies'>
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

export type AgentSide = ReturnType<typeof createAgentSide>

/** Speaks with agents: hands out runs and takes in their results. Knows of checks what runs, snapshots and the store tell. */
export function createAgentSide(deps: AgentSideDeps) {
  const { store, clock, log, queue, registry, watch } = deps
  /** Runs that nobody will make any more, until that is written down. */
  const unmade: { run: Run; why: 'lost' | 'unable' | 'cancelled' }[] = []
  let lostCount = 0
  queue.onLost((runs) => {
    lostCount += runs.length
    unmade.push(...runs.map((run) => ({ run, why: 'lost' as const })))
  })
  const certificates = createCertificateWatch(deps)
  const gate = createIntakeGate({ engine: store.engine, random: deps.random })
  const reports = createReportTaking({
    log,
    intake: createIntake({
      ...deps,
      store: storeFor(store, 'intake'),
      runKindOf,
      find: registry.find,
      isServed: registry.isServed,
    }),
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
    takeResults: (received) => gate.pass(received, () => reports.take(received)),
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
    /** No agent of its place knows how to make this run. */
    endAsUnable: (run: Run) => void unmade.push({ run, why: 'unable' }),
    /** Whoever cancelled these runs finds each with a result, as those that an agent had. Sessions know already that they are. */
    endAsCancelled: (runs: readonly Run[]) =>
      void unmade.push(...runs.map((run) => ({ run, why: 'cancelled' as const }))),
    /** Writes down what became of runs that nobody makes; what cannot be written now is written at the next call. */
    async reportUnmade(): Promise<void> {
      if (unmade.length === 0) return
      const now = clock.now()
      const runs = [...unmade]
      await reports.take(
        runs.flatMap(({ run, why }) => {
          const kind = runKindOf(run.checkType)
          return kind
            ? [{ run, result: resultOf(run, { why, kind, now }), sentAt: now, isStandIn: null }]
            : []
        }),
      )
      unmade.splice(0, runs.length)
    },
    intakeFigures: gate.figures,
    duplicateCount: reports.duplicateCount,
    /** Runs over which as many agents were lost as may be. */
    lostCount: (): number => lostCount,
    noteCertificates: certificates.work,
    storedCount: reports.storedCount,
  }
}

function resultOf(
  run: Run,
  { why, kind, now }: { why: 'lost' | 'unable' | 'cancelled'; kind: RunKind; now: number },
) {
  switch (why) {
    case 'lost':
      return agentLostResult(run, kind, now)
    case 'unable':
      return unmadeResult(run, kind, { now, cause: 'no-sandbox', reason: unableReason(run) })
    case 'cancelled':
      return unmadeResult(run, kind, { now, cause: 'aborted', reason: 'Cancelled before it began' })
    default:
      return why satisfies never
  }
}

function unableReason({ location }: Run): string {
  return `No agent at ${location} can run scripts: update its agents, or start one that can`
}

function runKindOf(checkType: CheckType): RunKind | null {
  return kindOf(checkType).run ?? null
}
