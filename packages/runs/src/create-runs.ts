import { createPauseWatch } from '@sonde/alerting/maintenance/pause-watch.ts'
import { type AlertIntakeDeps, createAlertIntake } from '@sonde/alerting/raise/alert-intake.ts'
import { createReminders } from '@sonde/alerting/raise/reminder-job.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import { minuteMs } from '@sonde/ground/durations.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { type DataCenterLocation, dataCenterLocations } from '@sonde/schema/agents/location.ts'
import { agentsSeenSince } from '@sonde/store/locations/agents.ts'
import { findSession } from '@sonde/store/runs/check-sessions.ts'
import { findSnapshot, insertSnapshots } from '@sonde/store/checks/check-snapshots.ts'
import { setLastOrigins } from '@sonde/store/checks/check-states.ts'
import { readCounter, setCounter, takeNumbers } from '@sonde/store/engine/counters.ts'
import { countDueRuns } from '@sonde/store/runs/due-runs.ts'
import { forgetLiveChangesBefore } from '@sonde/store/live/live-changes.ts'
import { listPendingRuns } from '@sonde/store/runs/pending-runs.ts'
import { allPrivateLocations } from '@sonde/store/locations/private-locations.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { type AgentService, createAgentService } from './agents/agent-service.ts'
import { createAvailability } from './agents/availability.ts'
import { createPlaceRecords } from './agents/registry-records.ts'
import { createPlaces } from './agents/agent-registry.ts'
import { createCertificateWatch } from './certificates/certificate-watch.ts'
import { createChangeFollower } from './schedule/change-follower.ts'
import { createRunFiller } from './variables/resolve-runs.ts'
import { createHeartbeatJob, lookEveryMs } from './heartbeats/heartbeat-job.ts'
import type { SignOfLife } from './heartbeats/sign-of-life.ts'
import { createDelayedRuns } from './queue/delayed-runs.ts'
import { createMemoryQueue } from './queue/memory-queue.ts'
import { agentLostResult } from './results/unmade-result.ts'
import { createIntake, type Settled } from './results/intake.ts'
import { createReportTaking } from './results/take-reports.ts'
import { createTickets, type TicketedRun } from './results/ticket.ts'
import { createRunLoop } from './schedule/run-loop.ts'
import type { RunTimes } from './run-times.ts'
import type { Run } from './run.ts'
import { CannotRun, type Runs, StandingBy } from './runs.ts'
import { loadChecks } from './schedule/load-checks.ts'
import { placeOfDataCenter } from './schedule/location-pool.ts'
import { createScheduler, type DispatchRecord } from './schedule/scheduler.ts'
import { createSessionWatch, untilSessionEnds } from './sessions/session-watch.ts'
import { createSessionStarter } from './sessions/start-session.ts'
import { createTries, isTry } from './trial-runs/trial-runs.ts'
import { createUnfinishedRuns } from './schedule/unfinished-runs.ts'

export type RunsDeps = {
  store: Store
  clock: Clock
  log: Logger
  times: RunTimes
  alerting: AlertIntakeDeps
  /** Whether an agent inside this process serves the data centers that have none of their own. */
  isEmbeddedOn: boolean
  random?: () => number
  /** Of this program, where it gives one whether or not it runs the checks. */
  alive?: SignOfLife
}

export type StartedRuns = Runs & {
  readonly agents: AgentService
  /** Data-center locations that some agent serves. */
  servedLocations(): readonly DataCenterLocation[]
  figures(): RunFigures
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
}

/** For those who operate the server; counted since it started. */
export type RunFigures = {
  queued: number
  inflight: number
  stored: number
  dropped: number
  checks: number
  /** How many runs each agent holds; one that holds none is left out. */
  heldByAgent(): ReadonlyMap<string, number>
}

const notTaken = 'No agent of the location took the run in time'

/** How long a page may be away and still be told what it has missed. */
const liveChangesMs = 3 * minuteMs

const counterNames = {
  dispatchedUntil: 'dispatched_until',
  clockEra: 'clock_era',
  /** Grows with every server that takes over: whoever has an older one runs nothing any more. */
  runnerEpoch: 'runner_epoch',
} as const

/** From due checks to stored results: scheduler, queue, agents and intake, joined together. */
export function createRuns(deps: RunsDeps): StartedRuns {
  const { store, clock, log, times } = deps
  const alerts = createAlertIntake(deps.alerting)
  const reminders = createReminders({ store, clock, ...deps.alerting })
  const heartbeats = createHeartbeatJob({ store, clock, log, alerts, alive: deps.alive })
  const pauses = createPauseWatch({ store, clock })
  const places = createPlaces({ clock, isEmbeddedOn: deps.isEmbeddedOn, silenceMs: times.silenceMs })
  const availability = createAvailability({ store, clock, log, places, silenceMs: times.silenceMs })
  const queue = createMemoryQueue({ clock, times })
  const delayed = createDelayedRuns()
  const watch = createSessionWatch()
  /** Runs that nobody will make any more, until that is written down. */
  const lostRuns: Run[] = []
  const scheduler = createScheduler({
    clock,
    log,
    find: places.find,
    isServed: places.isServed,
    isPaused: pauses.isPaused,
    isWaiting: queue.isWaiting,
    record,
    publish: (runs) => queue.publish(runs),
  })
  const tries = createTries({ store, clock, log, queue, places, watch })
  /** The check of a run, saved or not. */
  const checkOfRun = (checkId: string) => scheduler.find(checkId) ?? tries.find(checkId)
  const intake = createIntake({
    store,
    clock,
    alerts,
    findCheck: scheduler.find,
    isServed: places.isServed,
    random: deps.random ?? Math.random,
  })
  const certificates = createCertificateWatch({
    store,
    clock,
    log,
    checks: scheduler.checks,
    wakeDelivery: deps.alerting.wakeDelivery,
  })
  let epoch = 0
  let hasMoreOverdue = false
  let droppedCount = 0
  const reports = createReportTaking({
    log,
    intake,
    tries,
    queue,
    availability,
    certificates,
    onFinished: finish,
  })
  const records = createPlaceRecords({ store, clock, places, queue })
  const agents = createAgentService({
    store,
    clock,
    log,
    queue,
    places,
    availability,
    tickets: createTickets(store.sealer.deriveKey('tickets of runs')),
    times,
    takeResults: reports.take,
    configOf,
    filler: createRunFiller({ store, log, findCheck: checkOfRun }),
    onTaken: tries.taken,
    onAdopted: (run) => {
      if (run.source === 'SCHEDULER') scheduler.opened(run)
    },
  })
  const startSession = createSessionStarter({
    store,
    clock,
    isServed: places.isServed,
    placeNamed: (accountId, name) =>
      dataCenterLocations.some((code) => code === name)
        ? placeOfDataCenter(name)
        : places.find(accountId, name),
  })
  const loop = createRunLoop({ clock, log, work, onJump: forgiveSilence })
  const unfinished = createUnfinishedRuns({
    store,
    clock,
    queue,
    delayed,
    scheduler,
    watch,
    configOf,
    finalizeLast: intake.finalizeLast,
    gone: intake.gone,
    expiryMs: times.expiryMs,
  })
  const changes = createChangeFollower({
    store,
    log,
    scheduler,
    unfinished,
    intake,
    locationsChanged: loadPlaces,
    wake: () => loop.wake(),
  })

  async function record({ due, snapshots, origins, ...reached }: DispatchRecord): Promise<void> {
    await store.write(async (db) => {
      // Another server may have taken over while this one was held up: then the slot is that one's.
      if ((await readCounter(db, counterNames.runnerEpoch)) !== epoch) {
        throw new StandingBy('another server runs the checks')
      }
      await insertSnapshots(db, snapshots)
      await countDueRuns(db, due)
      await setLastOrigins(db, origins)
      await setCounter(db, counterNames.dispatchedUntil, reached.dispatchedUntil)
      await setCounter(db, counterNames.clockEra, reached.clockEra)
    })
  }

  function finish({ run, retry }: Settled): void {
    if (retry !== null) {
      delayed.add(retry.run, retry.dueAt)
      loop.wake()
      return
    }
    if (run.source === 'SCHEDULER') scheduler.closed(run)
    if (run.sessionId !== null) watch.changed(run.sessionId)
  }

  async function expire(): Promise<void> {
    const { dropped, lost } = queue.expire()
    lostRuns.push(...lost)
    await tries.giveUp(dropped.filter(isTry), notTaken)
    const ofChecks = dropped.filter((run) => !isTry(run))
    for (const run of ofChecks) {
      records.noteDropped(run.place)
      droppedCount += 1
      log.warn(
        { location: run.location, checkId: run.checkId, runId: run.runId },
        'no agent took a run: dropped',
      )
    }
    await unfinished.giveUp(ofChecks, 'dropped', notTaken)
    if (lostRuns.length === 0) return
    const now = clock.now()
    await reports.take(
      lostRuns.flatMap((run) => {
        const kind = checkOfRun(run.checkId)?.kind
        return kind === undefined ? [] : [{ run, result: agentLostResult(run, kind, now), sentAt: now }]
      }),
    )
    lostRuns.length = 0
  }

  async function configOf(run: TicketedRun): Promise<unknown> {
    const check = checkOfRun(run.checkId)
    if (check === undefined || check.no !== run.checkNo) return null
    if (check.snapshot === run.snapshot) return check.config
    return (await findSnapshot(store.read, { checkNo: run.checkNo, snapshot: run.snapshot }))?.config ?? null
  }

  async function loadPlaces(): Promise<void> {
    const locations = await allPrivateLocations(store.read)
    places.setPrivateLocations(locations)
    for (const location of locations) {
      const place = places.find(location.accountId, location.id)
      const known = place === null ? undefined : places.get(place.place)
      if (known === undefined) continue
      known.unavailableSince = location.unavailableSince
      known.assignedSince ??= location.assignedSince
    }
  }

  function assignedPlaces(): ReadonlySet<string> {
    const assigned = new Set<string>()
    for (const { isActivated, pool } of scheduler.checks()) {
      if (isActivated) for (const { place } of pool) assigned.add(place)
    }
    return assigned
  }

  async function load(): Promise<void> {
    await loadPlaces()
    await pauses.refresh()
    for (const agent of await agentsSeenSince(store.read, clock.now() - times.silenceMs)) {
      records.restore(agent)
    }
    const count = await loadChecks(store, scheduler)
    const pending = await listPendingRuns(store.read)
    for (const run of pending) {
      await unfinished.resume(run)
    }
    const clockEra = await readCounter(store.read, counterNames.clockEra)
    epoch = await store.write((db) => takeNumbers(db, counterNames.runnerEpoch, 1))
    scheduler.begin(await readCounter(store.read, counterNames.dispatchedUntil), clockEra ?? 0)
    await availability.evaluate(assignedPlaces())
    log.info({ checks: count, pendingRuns: pending.length }, 'schedule loaded')
  }

  /** What lives for minutes only. */
  async function forgetOld(): Promise<void> {
    await tries.forgetOld()
    await store.write((db) => forgetLiveChangesBefore(db, clock.now() - liveChangesMs))
  }

  async function halt(): Promise<void> {
    agents.close()
    await loop.stop()
  }

  /** After a pause of the machine, or a clock that was set, nobody has been silent for that long. */
  function forgiveSilence(): void {
    queue.grantTime()
    availability.listenAnew()
  }

  async function work(): Promise<number> {
    await scheduler.tick()
    await unfinished.tryAgain()
    queue.publish(delayed.takeDue(clock.now()))
    // Windows are known a minute before they begin: a slot never waits for this.
    if (loop.isDue('pauses', 1_000)) await pauses.refresh()
    if (loop.isDue('expire', 1_000)) await expire()
    if (loop.isDue('reminders', 1_000)) await reminders.work()
    if (loop.isDue('heartbeats', lookEveryMs) || hasMoreOverdue) hasMoreOverdue = await heartbeats.work()
    if (loop.isDue('certificates', 1_000)) await certificates.work()
    if (loop.isDue('changes', 1_000)) await changes.follow()
    if (loop.isDue('tries', 1_000)) await tries.follow()
    if (loop.isDue('forgetting', minuteMs)) await forgetOld()
    if (loop.isDue('records', 10_000)) await records.write()
    if (loop.isDue('availability', Math.min(minuteMs, times.silenceMs))) {
      await availability.evaluate(assignedPlaces())
    }
    if (hasMoreOverdue) return clock.now()
    return Math.min(scheduler.nextSlotAt() ?? Infinity, delayed.nextAt() ?? Infinity)
  }

  return {
    agents,
    work,
    servedLocations: () => places.servedDataCenters(),
    figures: () => ({
      ...queue.totals(),
      stored: reports.storedCount(),
      dropped: droppedCount,
      checks: scheduler.size(),
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
      for (const step of [records.write, unfinished.keepWaiting]) {
        await step().catch((error: unknown) => log.warn({ err: error }, 'not everything was kept at the end'))
      }
    },

    // Whoever runs the checks is told directly, and reads all of them when it starts.
    announceChange: async () => {},
    announceGroupChange: async () => {},
    checkWritten: changes.checkWritten,
    checkDeleted: changes.checkDeleted,
    groupWritten: changes.groupWritten,
    locationsChanged: loadPlaces,

    async startSession({ accountId, checkId, source, onlyAt, environment }) {
      const check = scheduler.find(checkId)
      if (check === undefined || check.accountId !== accountId) throw new CannotRun('There is no such check')
      const { sessionId, runs } = await startSession(check, { source, onlyAt, environment })
      queue.publish(runs)
      return { sessionId }
    },

    async tryWritten() {
      // Written is written: where the database fails now, the loop comes upon it.
      await tries.follow().catch((error: unknown) => log.warn({ err: error }, 'a try begins a little later'))
    },

    waitForTry: (tryId, waitMs, signal) =>
      tries.waitFor(tryId, AbortSignal.any([signal, AbortSignal.timeout(waitMs)])),

    waitForSession: (sessionId, waitMs, signal) =>
      untilSessionEnds(sessionId, {
        watch,
        read: store.read,
        signal: AbortSignal.any([signal, AbortSignal.timeout(waitMs)]),
      }),

    async cancelSession({ accountId, sessionId, runIds }) {
      const session = await findSession(store.read, { accountId, id: sessionId })
      if (session === null) return
      const isMeant = (run: Run) =>
        run.sessionId === sessionId && (runIds === null || runIds.includes(run.runId))
      const given = [...queue.drop(isMeant, 'cancel'), ...delayed.remove(isMeant)]
      await unfinished.giveUp(given, 'cancelled', 'The session was cancelled')
    },
  }
}
