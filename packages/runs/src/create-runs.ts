import { createPauseWatch } from '@sonde/alerting/maintenance/pause-watch.ts'
import { type AlertIntakeDeps, createAlertIntake } from '@sonde/alerting/raise/alert-intake.ts'
import { createReminders } from '@sonde/alerting/raise/reminder-job.ts'
import type { ArtifactStore } from '@sonde/artifacts/open-artifacts.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { type DataCenterLocation, dataCenterLocations } from '@sonde/schema/agents/location.ts'
import { isScripted } from '@sonde/schema/check-types/run-scripts.ts'
import { raiseCheckRevisions } from '@sonde/store/checks/check-revisions.ts'
import { logCheckChanges } from '@sonde/store/cluster/check-change-log.ts'
import { storeFor } from '@sonde/store/engine/pool-purpose.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { attemptsAt } from '@sonde/store/results/results.ts'
import { findSession } from '@sonde/store/runs/check-sessions.ts'
import { createAgentRegistry } from './agents/agent-registry.ts'
import type { AgentService } from './agents/agent-service.ts'
import { createAvailability } from './agents/availability.ts'
import { createAgentSide } from './agents/create-agent-side.ts'
import { createLocationWatch } from './agents/location-watch.ts'
import { createRegistryRecords } from './agents/registry-records.ts'
import type { ShardKeeper } from './cluster/cluster-leases.ts'
import type { ClusterParts } from './cluster/cluster-parts.ts'
import { createQueuePorts } from './cluster/queue-ports.ts'
import { createWorkSharing } from './cluster/work-sharing.ts'
import { createShardScheduling, type ShardScheduling } from './cluster/shard-scheduling.ts'
import { createHeartbeatJob } from './heartbeats/heartbeat-job.ts'
import type { SignOfLife } from './heartbeats/sign-of-life.ts'
import { createMemoryQueue, suiteTypes } from './queue/memory-queue.ts'
import { packRuns } from './queue/parcels.ts'
import type { ManagedQueue } from './queue/run-queue.ts'
import { createRunEnds } from './results/end-runs.ts'
import { createRunRestorer } from './results/restore-runs.ts'
import { isTooLateFor } from './results/retry.ts'
import { createSnapshotCache } from './results/snapshot-cache.ts'
import { createRunRounds } from './run-rounds.ts'
import type { RunStats } from './run-stats.ts'
import type { RunTimes } from './run-times.ts'
import type { Run, TicketedRun } from './run.ts'
import type { Runs } from './runs.ts'
import { createScheduling, type Scheduling } from './schedule/create-scheduling.ts'
import { createRunLoop } from './schedule/run-loop.ts'
import type { SchedulingDeps } from './schedule/wire-scheduler.ts'
import { createSessionWatch, untilSessionEnds } from './sessions/session-watch.ts'
import { createSessionStarter } from './sessions/start-session.ts'
import { createExportingAccounts } from './trace-export/exporting-accounts.ts'
import { createSessionUpkeep } from './trial-runs/session-upkeep.ts'
import { createTrialRuns, isTrialRun } from './trial-runs/trial-runs.ts'

export type RunsDeps = {
  store: Store
  clock: Clock
  /** Of a clock that nobody can set. */
  steadyMs?: () => number
  log: Logger
  artifacts: Pick<ArtifactStore, 'keepSmall' | 'receive' | 'read' | 'keepGolden' | 'dependencies'>
  times: RunTimes
  alerting: AlertIntakeDeps
  /** Whether an agent inside this process serves the data centers that have none of their own. */
  isEmbeddedOn: boolean
  random?: () => number
  /** Where several servers share the checks; absent: this one runs all of them, and runs wait in its memory. */
  cluster?: ClusterParts | undefined
  /** Of this program, where it gives one whether or not it runs the checks. */
  alive?: SignOfLife
}

export type StartedRuns = Runs & {
  readonly agents: AgentService
  /** Data-center locations that some agent serves. */
  servedLocations(): readonly DataCenterLocation[]
  /** Those of them that the embedded agent serves, because they have none of their own. */
  standInLocations(): Promise<readonly DataCenterLocation[]>
  stats(): Promise<RunStats>
  /** Takes up the schedule and what was left of the last time, without doing any of it. */
  load(): Promise<void>
  /** Loads, and works from then on. */
  start(): Promise<void>
  /** Does what is due now; returns when there is something to do next. The loop calls it. */
  work(): Promise<number>
  /** Publishes nothing any more and ends every long poll. What agents still report is stored. */
  halt(): Promise<void>
  /** Halts, and keeps what must outlive the program. */
  stop(): Promise<void>
  /** Who is told which shards this server has; null where it runs all checks. */
  readonly keeper: ShardKeeper | null
}

/** From due checks to stored results, in one process: scheduling, the queue, and those who speak with agents. */
export function createRuns(deps: RunsDeps): StartedRuns {
  const { store, clock, log, times, cluster } = deps
  const { silenceMs } = times
  /** Whether a look of the last seconds says so: servers that share the checks ask for several things at once. */
  const hasNo: ShardScheduling['hasNo'] = (what) => shards?.hasNo(what) ?? false
  const alerts = createAlertIntake(deps.alerting)
  const reminders = createReminders({ store, clock, ...deps.alerting })
  const heartbeats = createHeartbeatJob({ store, clock, log, alerts, alive: deps.alive })
  const pauses = createPauseWatch({ store, clock, isNone: () => hasNo('maintenances') })
  const registry = createAgentRegistry({ clock, isEmbeddedOn: deps.isEmbeddedOn, silenceMs })
  const availability = createAvailability({
    store,
    clock,
    log,
    registry,
    silenceMs,
    isShared: cluster !== undefined,
  })
  const snapshots = createSnapshotCache({ store })
  const exportingAccounts = createExportingAccounts({ store, clock, isNone: () => hasNo('exports') })
  const restore = createRunRestorer({ store, snapshots, find: registry.find })
  const shared =
    cluster === undefined
      ? null
      : cluster.createQueue(
          createQueuePorts(cluster, {
            store,
            clock,
            log,
            times,
            registry,
            restore,
            trialRuns: () => trialRuns,
          }),
        )
  const queue: ManagedQueue = shared ?? createMemoryQueue({ clock, times, reopen })
  const watch = createSessionWatch(cluster?.bus)
  const sharing = createWorkSharing(cluster, () => loop.wake())
  const trialRuns = createTrialRuns({
    store,
    clock,
    log,
    queue,
    registry,
    watch,
    sharing:
      cluster === undefined
        ? undefined
        : { isOwn: sharing.hasTrialRuns, tell: sharing.tell, isNone: () => hasNo('trialRuns') },
  })
  const testSessions = createSessionUpkeep({ store, clock })
  const records = createRegistryRecords({ store, clock, registry, queue })
  const locations = createLocationWatch({
    store,
    clock,
    registry,
    records,
    availability,
    silenceMs,
    sharing: cluster === undefined ? null : { hasPrivate: () => sharing.has('locations') },
  })
  const loop = createRunLoop({ clock, log, work: () => rounds.work(), onJump: forgiveSilence })
  const schedulingDeps: SchedulingDeps = {
    store: storeFor(store, 'jobs'),
    clock,
    steadyMs: deps.steadyMs ?? (() => performance.now()),
    log,
    queue,
    registry,
    isPaused: pauses.isPaused,
    watch,
    restore,
    ...createRunEnds({ store, clock, alerts, snapshots, exportingAccounts, find: registry.find }),
    expiryMs: times.expiryMs,
    leaseMs: times.leaseMs,
    locationsChanged: locations.load,
    onDropped: records.noteDropped,
    endAsUnable,
    endAsCancelled: (runs) => agentSide.endAsCancelled(runs.filter(isWholeSuite)),
    wake: loop.wake,
  }
  const shards =
    cluster === undefined || shared === null
      ? null
      : createShardScheduling({
          ...schedulingDeps,
          serverId: cluster.serverId,
          clusterTimes: cluster.times,
          leases: cluster.leases,
          parcels: { pack: packRuns, publish: shared.publishParcels, unpublish: shared.unpublish },
        })
  const scheduling: Scheduling = shards ?? createScheduling(schedulingDeps)
  const agentSide = createAgentSide({
    store,
    clock,
    log,
    artifacts: deps.artifacts,
    times,
    queue,
    registry,
    availability,
    alerts,
    snapshots,
    trialRuns,
    watch,
    exportingAccounts,
    wakeDelivery: deps.alerting.wakeDelivery,
    random: deps.random ?? Math.random,
    retry: scheduling.retry,
  })
  const startSession = createSessionStarter({
    store,
    clock,
    find: registry.find,
    isServed: registry.isServed,
  })
  const rounds = createRunRounds({
    store,
    clock,
    silenceMs,
    isDue: loop.isDue,
    sharing,
    queue,
    scheduling,
    agentSide,
    pauses,
    reminders,
    hasNoReminders: () => hasNo('reminders'),
    heartbeats,
    trialRuns,
    testSessions,
    records,
    locations,
  })
  /** A ticket is no right to bring back what is long over, or has its result since just before. */
  async function reopen(run: TicketedRun): Promise<Run | null> {
    if (isTooLateFor(run, clock.now())) return null
    if (isTrialRun(run)) return await trialRuns.restore(run)
    const attempts = await attemptsAt(store.read, run)
    if (attempts.some(({ origin, attempt }) => origin === run.origin && attempt === run.attempt)) return null
    const [restored] = await restore([run])
    return restored ?? null
  }

  async function load(): Promise<void> {
    await locations.load()
    await pauses.refresh()
    await locations.restoreAgents()
    const loaded = await scheduling.load()
    await locations.evaluate(scheduling.assignedLocations())
    log.info(loaded, 'schedule loaded')
  }

  function endAsUnable(run: Run): boolean {
    if (!isScripted(run) || !registry.isOlderThanScripts(run.place)) return false
    agentSide.endAsUnable(run)
    return true
  }

  async function halt(): Promise<void> {
    sharing.stop()
    watch.stop()
    agentSide.agents.close()
    await loop.stop()
    await queue.stop()
  }

  /** After a pause of the machine, or a clock that was set, nobody has been silent for that long. */
  function forgiveSilence(jumpedMs: number): void {
    registry.clockJumped(jumpedMs)
    queue.grantTime()
    availability.listenAnew()
    scheduling.listenAnew()
  }

  return {
    agents: agentSide.agents,
    work: rounds.work,
    servedLocations: () => registry.servedDataCenters(),
    standInLocations: async () => dataCenterLocations.filter(registry.isLeftToEmbedded),
    stats: async () => ({
      ...(await queue.totals()),
      stored: agentSide.storedCount(),
      intake: agentSide.intakeFigures(),
      duplicates: agentSide.duplicateCount(),
      dropped: scheduling.droppedCount(),
      agentLost: agentSide.lostCount(),
      checks: scheduling.checkCount(),
      dispatch: scheduling.dispatchFigures(),
      parcels: queue.parcelFigures(),
      shards:
        cluster === undefined || shards === null
          ? null
          : {
              ...cluster.leases.figures(),
              fenced: shards.fencedCount(),
              unpublished: shards.unpublishedCount(),
            },
      heldByAgent: queue.heldByAgent,
    }),

    load,
    async start() {
      await load()
      loop.start()
    },

    halt,
    async stop() {
      await halt()
      const stopShards = async () => await shards?.stop()
      for (const step of [records.write, scheduling.keepWaiting, stopShards]) {
        await step().catch((error: unknown) =>
          log.warn({ err: error }, 'could not save everything while stopping'),
        )
      }
    },

    keeper: shards?.keeper ?? null,

    // Who runs all checks is told directly, and reads all of them when it starts.
    async announceChange(db, checkId) {
      if (checkId !== null) await raiseCheckRevisions(db, [checkId])
      if (cluster !== undefined) await logCheckChanges(db, [checkId])
    },
    async announceChanges(db, checkIds, options) {
      await raiseCheckRevisions(db, checkIds)
      if (cluster !== undefined) await logCheckChanges(db, checkIds, options)
    },
    async checkWritten({ id }) {
      sharing.tell()
      await scheduling.checkWritten(id)
    },
    async checkDeleted(checkId) {
      sharing.tell()
      await scheduling.checkDeleted(checkId)
    },
    async checksWritten(checkIds, options) {
      sharing.tell()
      await scheduling.checksWritten(checkIds, options)
    },
    async locationsChanged() {
      sharing.tell()
      await locations.load()
    },

    async startSession(request) {
      const { sessionId, runs } = await startSession(request)
      await scheduling.publishSession(runs)
      return { sessionId }
    },

    async trialRunWritten() {
      if (!sharing.hasTrialRuns()) return sharing.tell()
      // Written is written: where the database fails now, the loop comes upon it.
      await trialRuns.follow().catch((error: unknown) => log.warn({ err: error }, 'a trial run is delayed'))
    },

    waitForTrialRun: (news, waitMs, signal) =>
      trialRuns.waitFor(news, AbortSignal.any([signal, AbortSignal.timeout(waitMs)])),

    waitForSession: (sessionId, waitMs, signal) =>
      untilSessionEnds(sessionId, {
        watch,
        read: store.read,
        signal: AbortSignal.any([signal, AbortSignal.timeout(waitMs)]),
      }),

    async cancelSession({ accountId, sessionId, runIds }) {
      const session = await findSession(store.read, { accountId, id: sessionId })
      if (session === null) return
      // Of every type. The contract does not say which, and whoever cancels waits for an end of each: suites are ended and tell
      // their log, all others are dropped.
      await scheduling.cancel({ kind: 'session', sessionId, runIds }, 'The session was cancelled')
      await agentSide.reportUnmade()
    },
  }
}

/** Results of other types never say that they were cancelled. */
function isWholeSuite(run: TicketedRun | Run): run is Run {
  return suiteTypes.has(run.checkType) && 'config' in run
}
