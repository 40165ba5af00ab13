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
import { attemptsAt } from '@sonde/store/results/results.ts'
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
import { expiredReason } from './queue/run-queue.ts'
import { agentLostResult } from './results/unmade-result.ts'
import { createIntake, type Settled } from './results/intake.ts'
import { isTooLateFor } from './results/retry.ts'
import { createReportTaking } from './results/take-reports.ts'
import { createTickets } from './results/ticket.ts'
import { createRunLoop } from './schedule/run-loop.ts'
import type { RunTimes } from './run-times.ts'
import type { Run, TicketedRun } from './run.ts'
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
}

/** For those who operate the server; counted since it started. */
export type RunStats = {
  queued: number
  inflight: number
  stored: number
  dropped: number
  checks: number
  /** How many runs each agent holds; one that holds none is left out. */
  heldByAgent(): Promise<ReadonlyMap<string, number>>
}

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
  const queue = createMemoryQueue({ clock, times, reopen })
  const delayed = createDelayedRuns()
  const watch = createSessionWatch()
  /** Runs that nobody will make any more, until that is written down. */
  const lostRuns: Run[] = []
  const expiredRuns: Run[] = []
  const scheduler = createScheduler({
    clock,
    log,
    find: places.find,
    isServed: places.isServed,
    isPaused: pauses.isPaused,
    isWaiting: queue.isWaiting,
    record,
    publish: queue.publish,
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
    onStored: continueRuns,
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
    filler: createRunFiller({ store, log, findCheck: checkOfRun }),
  })
  queue.onTaken((runs) => {
    // Also of runs that agents have had since before this program started.
    for (const run of runs) if (run.source === 'SCHEDULER') scheduler.opened(run)
  })
  queue.onClosed((runs) => {
    for (const run of runs) if (run.source === 'SCHEDULER') scheduler.closed(run)
  })
  queue.onExpired((runs) => void expiredRuns.push(...runs.filter((run) => !isTry(run))))
  queue.onLost((runs) => void lostRuns.push(...runs))
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

  /** The next attempt of a run waits for its time; a run without one is over. */
  async function continueRuns(attempts: readonly Settled[]): Promise<void> {
    const over: TicketedRun[] = []
    for (const { run, retry } of attempts) {
      if (retry === null) over.push(run)
      else delayed.add(retry.run, retry.dueAt)
    }
    if (over.length < attempts.length) loop.wake()
    await queue.close(over)
    for (const { sessionId } of over) if (sessionId !== null) watch.changed(sessionId)
  }

  async function giveUpExpired(): Promise<void> {
    const runs = expiredRuns.splice(0)
    for (const run of runs) {
      records.noteDropped(run.place)
      droppedCount += 1
      log.warn(
        { location: run.location, checkId: run.checkId, runId: run.runId },
        'no agent took a run: dropped',
      )
    }
    await unfinished.giveUp(runs, 'dropped', expiredReason)
  }

  async function reportLost(): Promise<void> {
    if (lostRuns.length === 0) return
    const now = clock.now()
    const runs = [...lostRuns]
    await reports.take(
      runs.flatMap((run) => {
        const kind = checkOfRun(run.checkId)?.kind
        return kind === undefined ? [] : [{ run, result: agentLostResult(run, kind, now), sentAt: now }]
      }),
    )
    lostRuns.splice(0, runs.length)
  }

  async function expire(): Promise<void> {
    queue.expire()
    await giveUpExpired()
    await reportLost()
    await tries.endExpired()
  }

  /** A ticket is no right to bring back what is long over, or has its result since just before. */
  async function reopen(run: TicketedRun): Promise<Run | null> {
    if (isTooLateFor(run, clock.now()) || (await hasResult(run))) return null
    const config = await configOf(run)
    return config === null ? null : { ...run, config }
  }

  async function hasResult(run: TicketedRun): Promise<boolean> {
    const attempts = await attemptsAt(store.read, run)
    return attempts.some(({ origin, attempt }) => origin === run.origin && attempt === run.attempt)
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
    await queue.publish(delayed.takeDue(clock.now()))
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
    stats: async () => ({
      ...(await queue.totals()),
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
      await queue.publish(runs)
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
      const given = [...(await queue.drop(isMeant, 'cancel')), ...delayed.remove(isMeant)]
      await unfinished.giveUp(given, 'cancelled', 'The session was cancelled')
    },
  }
}
