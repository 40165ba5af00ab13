import { chunks } from '@sonde/ground/chunks.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import { hourMs } from '@sonde/ground/durations.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import type { CheckRow } from '@sonde/store/checks/checks.ts'
import { type DueCount, hourOf } from '@sonde/store/runs/due-runs.ts'
import type { ScheduledRow } from '@sonde/store/checks/scheduled-checks.ts'
import { runIdOf } from '@sonde/store/runs/run-identity.ts'
import { type Occurrence, occurrenceOf, type Run } from '../run.ts'
import { type FindPrivateLocation, nextInRotation, type Place } from './location-pool.ts'
import { changed, type ScheduledCheck, toScheduledCheck, writtenAt } from './scheduled-check.ts'
import { missedSlots } from './missed-slots.ts'
import { createSlotWheel } from './slot-wheel.ts'
import { firstSlotAfter } from './slots.ts'

/** What must be on the disk before the runs of a slot are published. */
export type DispatchRecord = {
  due: readonly DueCount[]
  snapshots: readonly { checkNo: number; snapshot: number; name: string; config: string; createdAt: number }[]
  /** Where the rotations of checks with several locations stand. */
  origins: readonly { checkNo: number; origin: string }[]
  dispatchedUntil: number
  /** How often the clock was set back so far that slots began anew. */
  clockEra: number
}

type OpenRun = Pick<Run, 'runId' | 'checkId' | 'origin'>

export type SchedulerDeps = {
  clock: Clock
  log: Logger
  find: FindPrivateLocation
  /** Whether runs at this place would be taken by somebody. */
  isServed(place: string): boolean
  /** Whether a maintenance keeps the check from running. */
  isPaused(check: Pick<ScheduledCheck, 'accountId' | 'tags'>, at: number): boolean
  /** Whether an open run waits for an agent: nobody is looking then. */
  isWaiting(runId: string): boolean
  record(record: DispatchRecord): Promise<void>
  publish(runs: readonly Run[]): Promise<void>
}

export type Scheduler = {
  /** Takes a check in when the program starts: no extra run. */
  load(row: ScheduledRow): void
  /**
   * Begins at the next slot. `dispatchedUntil` is how far an earlier program got: no slot up to there is run
   * again, and the slots since then are counted as missed. `clockEra` is what it recorded last.
   */
  begin(dispatchedUntil: number | null, clockEra?: number): void
  /** A check was created or changed. The first run of a new or re-activated check starts at once. */
  put(check: CheckRow, row: ScheduledRow | null): Promise<void>
  remove(checkId: string): ScheduledCheck | null
  find(checkId: string): ScheduledCheck | undefined
  /** A scheduled run has ended, however: its check may run there again. */
  closed(run: OpenRun): void
  /** Counts a run as open that was published before this program started. */
  opened(run: OpenRun): void
  nextSlotAt(): number | null
  /** Publishes what is due. */
  tick(): Promise<void>
  checks(): Iterable<ScheduledCheck>
  size(): number
}

/** A slot that could not be started within this time is missed: nothing is made up for. */
const latestMs = 5_000

/** A step back of the clock beyond this corrects a clock that was wrong; waiting for it to catch up would be silence. */
const largestStepBackMs = hourMs

/** Checks whose runs are written and published together: a slot may have ten thousand. */
const batchSize = 1_000

export function createScheduler(deps: SchedulerDeps): Scheduler {
  const { clock, log } = deps
  const byId = new Map<string, ScheduledCheck>()
  let wheel = createSlotWheel()
  let hasBegun = false
  let dispatchedUntil = 0
  let clockEra = 0
  /** Due runs that could not be counted when they were due. */
  const owed: DueCount[] = []

  function place(check: ScheduledCheck): void {
    if (!check.isActivated || check.slots === null || check.pool.length === 0) {
      check.nextSlotAt = null
      return
    }
    const after = Math.max(clock.now(), check.lastSlotAt ?? 0, dispatchedUntil)
    check.nextSlotAt = firstSlotAfter(check.slots, after)
    wheel.add(check.nextSlotAt, check)
  }

  /** Slots up to now, in order; those that are too late are only counted. */
  function takeDue(now: number): { slotAt: number; checks: ScheduledCheck[]; isMissed: boolean }[] {
    const taken: { slotAt: number; checks: ScheduledCheck[]; isMissed: boolean }[] = []
    for (;;) {
      const nextAt = wheel.nextAt()
      if (nextAt === null || nextAt > now) return taken
      const next = wheel.takeNext()
      if (next === null) return taken
      const isMissed = now - next.slotAt > latestMs
      const checks = next.checks.filter(
        (check) => byId.get(check.checkId) === check && check.nextSlotAt === next.slotAt,
      )
      for (const check of checks) {
        check.lastSlotAt = next.slotAt
        place(check)
      }
      if (checks.length > 0) taken.push({ slotAt: next.slotAt, checks, isMissed })
    }
  }

  /**
   * The places where a slot of a check is due, and those of them where it is run; and where a run before has not
   * ended yet, so that what it said last still counts.
   */
  function placesOf(check: ScheduledCheck): {
    due: readonly Place[]
    run: readonly Place[]
    carried: readonly Place[]
  } {
    if (check.isParallel) {
      const busy = new Map([...check.open].map(([runId, origin]) => [origin, runId]))
      // Where the run before has not ended, the check is looking already, unless no agent took it.
      const due = check.pool.filter(({ location }) => {
        const runId = busy.get(location)
        return runId === undefined || deps.isWaiting(runId)
      })
      const run = due.filter(({ place: at, location }) => !busy.has(location) && deps.isServed(at))
      const carried = check.pool.filter(({ place: at, location }) => busy.has(location) && deps.isServed(at))
      return { due, run, carried }
    }
    if (check.open.size > 0) {
      const waitingAt = new Set(
        [...check.open].filter(([runId]) => deps.isWaiting(runId)).map(([, at]) => at),
      )
      return { due: check.pool.filter(({ location }) => waitingAt.has(location)), run: [], carried: [] }
    }
    const next = nextInRotation(check.pool, check.lastOrigin, deps.isServed)
    if (next !== null) return { due: [next], run: [next], carried: [] }
    const unserved = nextInRotation(check.pool, check.lastOrigin, () => true)
    return { due: unserved === null ? [] : [unserved], run: [], carried: [] }
  }

  function close({ runId, checkId }: OpenRun): void {
    byId.get(checkId)?.open.delete(runId)
  }

  function runAt(check: ScheduledCheck, at: Place, scheduledAt: number, occurrence: Occurrence | null): Run {
    const { checkId } = check
    return {
      runId: runIdOf({ checkId, scheduledAt, origin: at.location }),
      checkNo: check.no,
      checkId,
      accountId: check.accountId,
      checkType: check.checkType,
      scheduledAt,
      origin: at.location,
      attempt: 1,
      location: at.location,
      place: at.place,
      queue: check.kind.queue,
      source: 'SCHEDULER',
      sessionId: null,
      occurrence,
      snapshot: check.snapshot,
      firstStartedAt: null,
      tried: [],
      retry: check.retry,
      config: check.config,
    }
  }

  /** Writes down, then publishes. What cannot be written is not run: it shows as a gap. */
  async function dispatch(slotChecks: readonly ScheduledCheck[], scheduledAt: number): Promise<void> {
    // What is paused is not due: it counts neither way.
    const checks = slotChecks.filter((check) => !deps.isPaused(check, scheduledAt))
    if (checks.length === 0) {
      dispatchedUntil = Math.max(dispatchedUntil, scheduledAt)
      return
    }
    const due: DueCount[] = []
    const hour = hourOf(scheduledAt)
    const runs: Run[] = []
    const origins: { checkNo: number; origin: string }[] = []
    const before = new Map<ScheduledCheck, string | null>()
    for (const check of checks) {
      const places = placesOf(check)
      for (const { location } of places.due) due.push({ checkNo: check.no, hour, location, count: 1 })
      const occurrence = occurrenceOf({
        origins: places.run.map(locationOf),
        carried: places.carried.map(locationOf),
        isParallel: check.isParallel,
      })
      for (const at of places.run) {
        const run = runAt(check, at, scheduledAt, occurrence)
        runs.push(run)
        check.open.set(run.runId, run.origin)
      }
      const [only] = places.run
      if (!check.isParallel && check.pool.length > 1 && only !== undefined) {
        before.set(check, check.lastOrigin)
        check.lastOrigin = only.location
        origins.push({ checkNo: check.no, origin: only.location })
      }
    }
    const unstored = checks.filter((check) => !check.isSnapshotStored)
    dispatchedUntil = Math.max(dispatchedUntil, scheduledAt)
    try {
      await deps.record({
        due,
        snapshots: unstored.map((check) => ({
          checkNo: check.no,
          snapshot: check.snapshot,
          name: check.name,
          config: check.configText,
          createdAt: clock.now(),
        })),
        origins,
        dispatchedUntil,
        clockEra,
      })
      for (const check of unstored) check.isSnapshotStored = true
    } catch (error) {
      for (const run of runs) close(run)
      for (const [check, origin] of before) check.lastOrigin = origin
      owed.push(...due)
      log.error({ err: error, slotAt: scheduledAt, runs: runs.length }, 'a slot was not run')
      return
    }
    // A check that was deleted or deactivated while its slot was written has nothing to run any more.
    const isWanted = ({ checkId }: Run) => byId.get(checkId)?.isActivated === true
    for (const run of runs) if (!isWanted(run)) close(run)
    await deps.publish(runs.filter(isWanted))
  }

  /** The slots from `slotAt` until now, which nobody will run. */
  function noteMissed(checks: readonly ScheduledCheck[], slotAt: number, now: number): void {
    for (const check of checks) {
      if (!deps.isPaused(check, slotAt)) owed.push(...missedSlots(check, slotAt - 1, now))
    }
  }

  function correctClock(now: number): void {
    if (dispatchedUntil - now <= largestStepBackMs) return
    log.error({ dispatchedUntil, now }, 'the clock was set back by more than an hour: slots begin anew')
    dispatchedUntil = now
    clockEra += 1
    wheel = createSlotWheel()
    for (const check of byId.values()) {
      check.lastSlotAt = null
      place(check)
    }
  }

  /** Gaps are counted little by little: after a night's rest there are many. */
  async function countOwed(): Promise<void> {
    while (owed.length > 0) {
      const due = owed.splice(0, batchSize)
      try {
        await deps.record({ due, snapshots: [], origins: [], dispatchedUntil, clockEra })
      } catch (error) {
        owed.push(...due)
        log.error({ err: error, due: due.length }, 'missed slots were not counted yet')
        return
      }
    }
  }

  /** Slots lie on whole seconds. When they are lived through again, their runs must be others than before. */
  function eraMs(): number {
    return clockEra % 1000
  }

  async function startNow(check: ScheduledCheck): Promise<void> {
    const now = clock.now()
    await dispatch([check], firstRunAt(now, eraMs()))
  }

  function adopt(check: ScheduledCheck): void {
    forget(check.checkId)
    byId.set(check.checkId, check)
    if (hasBegun) place(check)
  }

  function forget(checkId: string): ScheduledCheck | null {
    const check = byId.get(checkId)
    if (check === undefined) return null
    byId.delete(checkId)
    if (check.nextSlotAt !== null) wheel.remove(check.nextSlotAt, check)
    return check
  }

  return {
    load(row) {
      const check = toScheduledCheck(row, deps.find)
      if (check !== null) adopt(check)
    },
    begin(until, era = 0) {
      const now = clock.now()
      dispatchedUntil = until ?? now
      clockEra = era
      for (const check of byId.values()) {
        place(check)
        // A check that was made or changed meanwhile had no such slots to miss.
        const since = Math.max(dispatchedUntil, check.writtenAt)
        if (check.isActivated && since < now) owed.push(...missedSlots(check, since, now))
      }
      hasBegun = true
      correctClock(now)
    },
    async put(row, scheduled) {
      const before = byId.get(row.id)
      if (before !== undefined && before.writtenAt > writtenAt(row)) return
      const after =
        before === undefined
          ? scheduled === null
            ? null
            : toScheduledCheck(scheduled, deps.find)
          : changed(before, row, deps.find)
      if (after === null) return
      adopt(after)
      if (hasBegun && after.isActivated && before?.isActivated !== true && after.slots !== null) {
        await startNow(after)
      }
    },
    remove: forget,
    find: (checkId) => byId.get(checkId),
    closed: close,
    opened({ runId, checkId, origin }) {
      byId.get(checkId)?.open.set(runId, origin)
    },
    nextSlotAt: () => wheel.nextAt(),
    async tick() {
      const now = clock.now()
      correctClock(now)
      for (const { slotAt, checks, isMissed } of takeDue(now)) {
        if (isMissed) {
          noteMissed(checks, slotAt, now)
          continue
        }
        for (const chunk of chunks(checks, batchSize)) {
          await dispatch(chunk, slotAt + eraMs())
        }
      }
      if (owed.length > 0) await countOwed()
    },
    checks: () => byId.values(),
    size: () => byId.size,
  }
}

function locationOf({ location }: Place): string {
  return location
}

/**
 * A first run never takes the identity of a slot, nor that of a session, which begins in an even millisecond.
 */
function firstRunAt(now: number, slotMs: number): number {
  const odd = now % 2 === 0 ? now + 1 : now
  return odd % 1000 === slotMs ? odd + 2 : odd
}
