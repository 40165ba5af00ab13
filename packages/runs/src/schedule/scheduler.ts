import { chunks } from '@sonde/ground/chunks.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import { secondMs } from '@sonde/ground/durations.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { createStandingTrouble } from '@sonde/ground/standing-trouble.ts'
import type { ScheduledRow } from '@sonde/store/checks/scheduled-checks.ts'
import type { ShardProgress } from '@sonde/store/cluster/shard-progress.ts'
import { type DueCount, hourOf } from '@sonde/store/runs/due-runs.ts'
import type { LeftOutSlots, RunKey } from '@sonde/store/runs/left-out-slots.ts'
import type { Run, TicketedRun } from '../run.ts'
import type { FirstRuns } from '../runs.ts'
import { type DispatchPlan, type DispatchPorts, planDispatch } from './dispatch-plan.ts'
import type { DispatchRecord } from './dispatch-record.ts'
import { createFirstRuns } from './first-runs.ts'
import { addToCounts, createUnclaimedSlots, dueCountsOf } from './left-out-slots.ts'
import type { FindPrivateLocation } from './location-pool.ts'
import { missedSlots } from './missed-slots.ts'
import { createOwedCounts } from './owed-counts.ts'
import { isOlder, type ScheduledCheck, toScheduledCheck, withChanges } from './scheduled-check.ts'
import { createSharedSlots, newestSlot, type ScheduleSharing } from './shared-slots.ts'
import { createSlotBook } from './slot-book.ts'
import { noteSnapshot, snapshotOf, withSnapshot } from './slot-snapshots.ts'

type RunOfSchedule = Pick<TicketedRun, 'runId' | 'checkId' | 'checkNo' | 'scheduledAt' | 'origin'>

export type SchedulerDeps = DispatchPorts & {
  clock: Clock
  log: Logger
  find: FindPrivateLocation
  /** Whether a maintenance keeps the check from running. */
  isPaused(check: Pick<ScheduledCheck, 'accountId' | 'checkId' | 'groupId' | 'tags'>, at: number): boolean
  /** The numbers of the snapshots, by check. */
  record(record: DispatchRecord): Promise<ReadonlyMap<number, number>>
  /** `unwanted`: those of checks that were deleted or deactivated while they were written down. */
  publish(runs: readonly Run[], unwanted: readonly Run[]): Promise<void>
  /** How long an agent has after a start to say which runs it holds, by a clock that nobody can set. */
  claimMs: number
  steadyMs(): number
  /** Where several servers share the schedule; absent where one has all of it. */
  sharing?: ScheduleSharing
}

export type Scheduler = {
  /** Takes a check in when the program starts: no extra run. */
  load(row: ScheduledRow): ScheduledCheck | null
  /** Takes in what an earlier program has left out; before runs are `opened`. */
  loadLeftOut(slots: readonly (LeftOutSlots & { hasResult: boolean })[]): void
  /** This process stood still: agents have the time of a start again to say which runs they hold. */
  listenAnew(): void
  /**
   * Begins at the next slot. `dispatchedUntil` is how far an earlier program got: no slot up to there is run
   * again, and the slots since then are counted as missed. `clockEra` is what it recorded last, `wasSpread` whether it
   * chose the second of a slot by the check's id, as programs up to 0.6 did not.
   */
  begin(
    dispatchedUntil: number | null,
    earlier?: { clockEra?: number; wasSpread?: boolean; shard?: number },
  ): void
  /** Forgets the checks of a shard: another server has them. Resolves when nothing of it is being dispatched. */
  endShard(shard: number): Promise<void>
  /**
   * A check was created or changed. The first run of a new or re-activated check starts at once, or soon when there are
   * many, unless it is to wait for its slot. Null when what is known is newer, or no agent runs the check.
   */
  put(
    row: ScheduledRow,
    options?: FirstRuns,
  ): Promise<{ before: ScheduledCheck | undefined; after: ScheduledCheck } | null>
  remove(checkId: string): void
  find(checkId: string): ScheduledCheck | undefined
  /** A scheduled run has ended, however: its check may run there again. */
  closed(run: RunOfSchedule): void
  /**
   * Whoever held these attempts did not make them: the slots that were left out because of them were due, and nobody
   * was looking.
   */
  returned(leases: readonly { run: TicketedRun }[]): void
  /** Counts a run as open that was published before this program started. */
  opened(run: RunOfSchedule): void
  /** When there is something to publish next; null: never. */
  nextAt(): number | null
  /** Publishes what is due. */
  tick(): Promise<void>
  checks(): Iterable<ScheduledCheck>
  size(): number
}

/** A slot that could not be started within this time is missed: nothing is made up for. */
const latestMs = 5_000

/** The shard of a server that runs all checks. */
const onlyShard = 0

/** Checks whose runs are written and published together: a slot may have ten thousand. */
const batchSize = 1_000

/** Publishes the runs of every check when they are due, after it has written down that they are. */
export function createScheduler(deps: SchedulerDeps): Scheduler {
  const { clock, log, sharing = null } = deps
  const shardOf = sharing?.shardOf ?? (() => onlyShard)
  const book = createSlotBook(clock, shardOf)
  /** What is being written and published at this moment. */
  const dispatching = new Set<Promise<void>>()
  const unclaimed = createUnclaimedSlots(deps)
  const firstRuns = createFirstRuns({
    clock,
    steadyMs: deps.steadyMs,
    find: book.find,
    canStart: ({ no, isActivated, slots }) => isHere(no) && isActivated && slots !== null,
    shardOf,
    slotMs: eraMs,
    dispatch: (checks, firstAt) => dispatch(checks, firstAt, { isSlot: false }),
  })
  const trouble = createStandingTrouble({
    clock,
    log,
    message: 'a slot was not run',
    overMessage: 'slots are run again',
  })
  const owed = createOwedCounts({
    clock,
    log,
    isHere,
    async write({ due, settled }) {
      const progress = progressOf([...due, ...settled].map(({ checkNo }) => ({ no: checkNo })))
      await deps.record({ due, leftOut: [], settled, snapshots: [], origins: [], progress, runs: [] })
      book.noteWritten(progress)
    },
  })
  const shared =
    sharing === null
      ? null
      : createSharedSlots({
          sharing,
          book,
          batchSize,
          isPaused: deps.isPaused,
          scheduledAt: (shard, slotAt) => slotAt + eraMs(shard),
          addMissed: owed.addMissed,
          dispatch,
          close,
        })

  function isHere(checkNo: number): boolean {
    return book.hasBegun(shardOf(checkNo))
  }

  function close(run: RunOfSchedule): void {
    const { open: openRuns } = book.find(run.checkId) ?? {}
    const counts = [...(openRuns?.get(run.runId)?.leftOut ?? []), ...(unclaimed.claim(keyOf(run)) ?? [])]
    openRuns?.delete(run.runId)
    if (counts.length > 0) owed.settle(keyOf(run), [])
  }

  function open(run: RunOfSchedule): void {
    const check = book.find(run.checkId)
    if (check?.open.has(run.runId) !== false) return
    const key = keyOf(run)
    check.open.set(run.runId, { key, leftOut: unclaimed.claim(key) ?? [] })
  }

  /** Gives back how to take it back. */
  function enter({ runs, turns }: DispatchPlan): () => void {
    const origins = turns.map(({ check }) => check.lastOrigin)
    for (const run of runs) open(run)
    for (const { check, to } of turns) check.lastOrigin = to
    return () => {
      for (const run of runs) close(run)
      for (const [index, { check }] of turns.entries()) check.lastOrigin = origins[index] ?? null
    }
  }

  async function dispatch(
    slotChecks: readonly ScheduledCheck[],
    scheduledAt: number,
    { isSlot = true } = {},
  ): Promise<void> {
    // A slot that comes before the first run is one.
    firstRuns.drop(slotChecks)
    const dispatched = writeAndPublish(slotChecks, scheduledAt, isSlot)
    dispatching.add(dispatched)
    try {
      await dispatched
    } finally {
      dispatching.delete(dispatched)
    }
  }

  /** Writes down, then publishes. What cannot be written is not run: it shows as a gap. */
  async function writeAndPublish(
    slotChecks: readonly ScheduledCheck[],
    scheduledAt: number,
    isSlot: boolean,
  ): Promise<void> {
    // What is paused is not due: it counts neither way.
    const unpaused = slotChecks.filter((check) => !deps.isPaused(check, scheduledAt))
    if (unpaused.length === 0) return
    try {
      await shared?.closeEnded(unpaused, scheduledAt)
    } catch (error) {
      for (const check of unpaused) owed.addMissed(missedSlots(check, scheduledAt - secondMs, scheduledAt))
      trouble.happened({ err: error, slotAt: scheduledAt, runs: unpaused.length })
      return
    }
    // A shard may have been lost meanwhile.
    const checks = unpaused.filter(({ no }) => isHere(no))
    if (checks.length === 0) return
    // A run between slots may be written sooner than the slot before it: it says nothing of slots.
    const progress = progressOf(checks, isSlot ? book.dispatchedUntil : book.writtenUntil)
    const missed = isSlot ? missedBefore(progress) : []
    const plan = planDispatch(checks, scheduledAt, deps)
    const takeBack = enter(plan)
    const unstored = checks.filter((check) => !check.isSnapshotStored)
    const hour = hourOf(scheduledAt)
    let snapshots: ReadonlyMap<number, number>
    try {
      snapshots = await deps.record({
        due: [...plan.due, ...missed],
        leftOut: plan.leftOut.map(({ run, attempt }) => ({ ...run.key, attempt, hour, count: 1 })),
        settled: [],
        snapshots: unstored.map((check) => snapshotOf(check, clock.now())),
        origins: plan.turns.map(({ check, to }) => ({ checkNo: check.no, origin: to })),
        progress,
        runs: plan.runs,
      })
    } catch (error) {
      takeBack()
      owed.addMissed([...plan.due, ...missed])
      trouble.happened({ err: error, slotAt: scheduledAt, runs: plan.runs.length })
      return
    }
    trouble.worked()
    book.noteWritten(progress)
    for (const check of unstored) noteSnapshot(check, snapshots.get(check.no))
    for (const { run, attempt } of plan.leftOut) addToCounts(run.leftOut, { attempt, hour })
    await publish(plan.runs.map((run) => withSnapshot(run, snapshots.get(run.checkNo))))
  }

  async function publish(runs: readonly Run[]): Promise<void> {
    // A check that was deleted or deactivated while its slot was written has nothing to run any more. One of a shard that was
    // given up meanwhile has: its slot was written when it was still here.
    const isWanted = ({ checkId, checkNo }: Run) =>
      !isHere(checkNo) || book.find(checkId)?.isActivated === true
    const unwanted = runs.filter((run) => !isWanted(run))
    for (const run of unwanted) close(run)
    await deps.publish(runs.filter(isWanted), unwanted)
  }

  function progressOf(
    checks: readonly { no: number }[],
    until: (shard: number) => number = book.dispatchedUntil,
  ): ShardProgress[] {
    return [...new Set(checks.map(({ no }) => shardOf(no)))].map((shard) => ({
      shard,
      dispatchedUntil: until(shard),
      clockEra: book.clockEra(shard),
    }))
  }

  /**
   * Whoever has a shard next counts from how far it was dispatched: slots before that which nobody ran are written with it, or
   * nobody would ever know of them.
   */
  function missedBefore(progress: readonly ShardProgress[]): DueCount[] {
    const shards = new Set(progress.map(({ shard }) => shard))
    return owed.takeMissed((checkNo) => shards.has(shardOf(checkNo)))
  }

  /** The slots from `slotAt` until now, which nobody will run. */
  function noteMissed(checks: readonly ScheduledCheck[], slotAt: number, now: number): void {
    for (const check of checks) {
      if (!deps.isPaused(check, slotAt)) owed.addMissed(missedSlots(check, slotAt - 1, now))
    }
  }

  function correctClock(): void {
    const backMs = book.correctClock()
    if (backMs === null) return
    log.error(
      { backMs, now: clock.now() },
      'the clock was set back by more than a period: the schedule starts again',
    )
  }

  /** What the last program has left out because of runs that no agent has claimed since. */
  function oweUnclaimed(): void {
    const runs = unclaimed.takeUnclaimed()
    if (runs.length === 0) return
    const known = new Set([...book.checks()].map(({ no }) => no))
    for (const { key, counts } of runs) {
      // Rollups of a check that was deleted are gone, and stay so.
      owed.settle(key, known.has(key.checkNo) ? dueCountsOf(key, counts) : [])
    }
  }

  /** Slots lie on whole seconds. When they are lived through again, their runs must be others than before. */
  function eraMs(shard: number): number {
    return book.clockEra(shard) % 1000
  }

  async function tickAlone(now: number): Promise<void> {
    for (const { slotAt, checks } of book.takeDue(now)) {
      if (now - slotAt > latestMs) {
        noteMissed(checks, slotAt, now)
        continue
      }
      const scheduledAt = slotAt + eraMs(onlyShard)
      for (const chunk of chunks(checks, batchSize)) {
        book.advance(onlyShard, scheduledAt)
        await dispatch(chunk, scheduledAt)
      }
    }
  }

  return {
    load(row) {
      const check = toScheduledCheck(row, deps.find)
      if (check !== null) book.put(check)
      return check
    },
    loadLeftOut: unclaimed.load,
    listenAnew: unclaimed.listenAnew,
    begin(until, { clockEra = 0, wasSpread = true, shard = onlyShard } = {}) {
      const dispatchedUntil = until ?? clock.now()
      book.begin(shard, { until: dispatchedUntil, era: clockEra, wasSpread })
      // After that: no slot lies between those that are entered and those that are counted here.
      const now = clock.now()
      for (const check of book.checksOf(shard)) {
        // A check that was made or changed meanwhile had no such slots to miss.
        const since = Math.max(dispatchedUntil, check.lastSlotAt ?? 0, check.writtenAt)
        if (!check.isActivated || since >= now) continue
        const { slotAt, missed } = newestSlot(check, {
          since,
          now,
          latestMs: sharing?.latestMs ?? -Infinity,
        })
        owed.addMissed(missed)
        if (slotAt !== null) book.enterLate(check, slotAt)
      }
      correctClock()
    },
    async endShard(shard) {
      book.end(shard)
      // Whoever has it next counts from where it was left.
      owed.forget((checkNo) => shardOf(checkNo) === shard)
      await Promise.allSettled(dispatching)
    },
    async put(row, { startsAtOnce = true } = {}) {
      const before = book.find(row.check.id)
      const after =
        before === undefined ? toScheduledCheck(row, deps.find) : withChanges(before, row, deps.find)
      if (after === null || (before !== undefined && isOlder(after, before))) return null
      book.put(after)
      if (!startsAtOnce) firstRuns.drop([after])
      else if (before?.isActivated !== true) await firstRuns.add(after)
      return { before, after }
    },
    remove: (checkId) => void book.remove(checkId),
    find: book.find,
    closed: close,
    opened: open,
    returned(leases) {
      for (const { run } of leases) {
        const counts = book.find(run.checkId)?.open.get(run.runId)?.leftOut.splice(0) ?? []
        if (counts.length === 0) continue
        const key = keyOf(run)
        // The attempts before this one were made.
        const unseen = counts.filter(({ attempt }) => attempt === run.attempt)
        owed.settle(key, dueCountsOf(key, unseen))
      }
    },
    nextAt() {
      const nextAt = Math.min(book.nextSlotAt() ?? Infinity, firstRuns.nextAt() ?? Infinity)
      return nextAt === Infinity ? null : nextAt
    },
    async tick() {
      const now = clock.now()
      correctClock()
      if (shared === null) await tickAlone(now)
      else {
        await shared.tick(now)
        for (const { shard } of progressOf(owed.missedChecks())) book.advance(shard, now)
      }
      await firstRuns.startDue()
      oweUnclaimed()
      await owed.write()
    },
    checks: book.checks,
    size: book.size,
  }
}

function keyOf({ checkNo, scheduledAt, origin }: RunKey): RunKey {
  return { checkNo, scheduledAt, origin }
}
