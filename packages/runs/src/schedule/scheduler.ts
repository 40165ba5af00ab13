import { chunks } from '@sonde/ground/chunks.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import type { WantedSnapshot } from '@sonde/store/checks/check-snapshots.ts'
import type { ScheduledRow } from '@sonde/store/checks/scheduled-checks.ts'
import { type DueCount, hourOf } from '@sonde/store/runs/due-runs.ts'
import type { Lease } from '../queue/run-queue.ts'
import type { Run, TicketedRun } from '../run.ts'
import { type DispatchPlan, type DispatchPorts, planDispatch } from './dispatch-plan.ts'
import type { FindPrivateLocation } from './location-pool.ts'
import { missedSlots } from './missed-slots.ts'
import { withChanges, type ScheduledCheck, toScheduledCheck } from './scheduled-check.ts'
import { createSlotBook } from './slot-book.ts'

/** What must be on the disk before the runs of a slot are published. */
export type DispatchRecord = {
  due: readonly DueCount[]
  snapshots: readonly WantedSnapshot[]
  /** Where the rotations of checks with several locations stand. */
  origins: readonly { checkNo: number; origin: string }[]
  dispatchedUntil: number
  /** How often the clock was set back so far that slots began anew. */
  clockEra: number
}

type RunOfSchedule = Pick<TicketedRun, 'runId' | 'checkId' | 'origin'>

export type SchedulerDeps = DispatchPorts & {
  clock: Clock
  log: Logger
  find: FindPrivateLocation
  /** Whether a maintenance keeps the check from running. */
  isPaused(check: Pick<ScheduledCheck, 'accountId' | 'checkId' | 'groupId' | 'tags'>, at: number): boolean
  /** The numbers of the snapshots, by check. */
  record(record: DispatchRecord): Promise<ReadonlyMap<number, number>>
  publish(runs: readonly Run[]): Promise<void>
}

export type Scheduler = {
  /** Takes a check in when the program starts: no extra run. */
  load(row: ScheduledRow): ScheduledCheck | null
  /**
   * Begins at the next slot. `dispatchedUntil` is how far an earlier program got: no slot up to there is run
   * again, and the slots since then are counted as missed. `clockEra` is what it recorded last, `wasSpread` whether it
   * chose the second of a slot by the check's id, as programs up to 0.6 did not.
   */
  begin(dispatchedUntil: number | null, earlier?: { clockEra?: number; wasSpread?: boolean }): void
  /**
   * A check was created or changed. The first run of a new or re-activated check starts at once. Null when what is known
   * is newer, or no agent runs the check.
   */
  put(row: ScheduledRow): Promise<{ before: ScheduledCheck | undefined; after: ScheduledCheck } | null>
  remove(checkId: string): void
  find(checkId: string): ScheduledCheck | undefined
  /** A scheduled run has ended, however: its check may run there again. */
  closed(run: RunOfSchedule): void
  /**
   * Whoever held these runs did not make them: the slots that were left out because of them since then were due, and
   * nobody was looking.
   */
  returned(leases: readonly Pick<Lease, 'run' | 'sinceAt'>[]): void
  /** Counts a run as open that was published before this program started. */
  opened(run: RunOfSchedule): void
  nextSlotAt(): number | null
  /** Publishes what is due. */
  tick(): Promise<void>
  checks(): Iterable<ScheduledCheck>
  size(): number
}

/** A slot that could not be started within this time is missed: nothing is made up for. */
const latestMs = 5_000

/** Checks whose runs are written and published together: a slot may have ten thousand. */
const batchSize = 1_000

/** Publishes the runs of every check when they are due, after it has written down that they are. */
export function createScheduler(deps: SchedulerDeps): Scheduler {
  const { clock, log } = deps
  const book = createSlotBook(clock)
  /** Due runs that could not be counted when they were due. */
  const dueCounts: DueCount[] = []

  function close({ runId, checkId }: RunOfSchedule): void {
    book.find(checkId)?.open.delete(runId)
  }

  function open({ runId, checkId, origin }: RunOfSchedule): void {
    const check = book.find(checkId)
    if (check?.open.has(runId) === false) check.open.set(runId, { origin, leftOut: [] })
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

  /** Writes down, then publishes. What cannot be written is not run: it shows as a gap. */
  async function dispatch(slotChecks: readonly ScheduledCheck[], scheduledAt: number): Promise<void> {
    // What is paused is not due: it counts neither way.
    const checks = slotChecks.filter((check) => !deps.isPaused(check, scheduledAt))
    book.advance(scheduledAt)
    if (checks.length === 0) return
    const plan = planDispatch(checks, scheduledAt, deps)
    const takeBack = enter(plan)
    const unstored = checks.filter((check) => !check.isSnapshotStored)
    let snapshots: ReadonlyMap<number, number>
    try {
      snapshots = await deps.record({
        due: plan.due,
        snapshots: unstored.map((check) => snapshotOf(check, clock.now())),
        origins: plan.turns.map(({ check, to }) => ({ checkNo: check.no, origin: to })),
        ...reached(),
      })
    } catch (error) {
      takeBack()
      dueCounts.push(...plan.due)
      log.error({ err: error, slotAt: scheduledAt, runs: plan.runs.length }, 'a slot was not run')
      return
    }
    for (const check of unstored) noteSnapshot(check, snapshots.get(check.no))
    for (const run of plan.leftOut) run.leftOut.push(scheduledAt)
    await publish(plan.runs.map((run) => withSnapshot(run, snapshots.get(run.checkNo))))
  }

  async function publish(runs: readonly Run[]): Promise<void> {
    // A check that was deleted or deactivated while its slot was written has nothing to run any more.
    const isWanted = ({ checkId }: Run) => book.find(checkId)?.isActivated === true
    for (const run of runs) if (!isWanted(run)) close(run)
    await deps.publish(runs.filter(isWanted))
  }

  function reached(): Pick<DispatchRecord, 'dispatchedUntil' | 'clockEra'> {
    return { dispatchedUntil: book.dispatchedUntil(), clockEra: book.clockEra() }
  }

  /** The slots from `slotAt` until now, which nobody will run. */
  function noteMissed(checks: readonly ScheduledCheck[], slotAt: number, now: number): void {
    for (const check of checks) {
      if (!deps.isPaused(check, slotAt)) dueCounts.push(...missedSlots(check, slotAt - 1, now))
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

  /** Gaps are counted little by little: after a night's rest there are many. */
  async function countOwed(): Promise<void> {
    while (dueCounts.length > 0) {
      const due = dueCounts.splice(0, batchSize)
      try {
        await deps.record({ due, snapshots: [], origins: [], ...reached() })
      } catch (error) {
        dueCounts.push(...due)
        log.error({ err: error, due: due.length }, 'missed slots could not be counted yet; retrying')
        return
      }
    }
  }

  /** Slots lie on whole seconds. When they are lived through again, their runs must be others than before. */
  function eraMs(): number {
    return book.clockEra() % 1000
  }

  return {
    load(row) {
      const check = toScheduledCheck(row, deps.find)
      if (check !== null) book.put(check)
      return check
    },
    begin(until, { clockEra = 0, wasSpread = true } = {}) {
      const now = clock.now()
      const dispatchedUntil = until ?? now
      book.begin({ until: dispatchedUntil, era: clockEra, wasSpread })
      for (const check of book.checks()) {
        // A check that was made or changed meanwhile had no such slots to miss.
        const since = Math.max(dispatchedUntil, check.lastSlotAt ?? 0, check.writtenAt)
        if (check.isActivated && since < now) dueCounts.push(...missedSlots(check, since, now))
      }
      correctClock()
    },
    async put(row) {
      const before = book.find(row.check.id)
      const after =
        before === undefined ? toScheduledCheck(row, deps.find) : withChanges(before, row, deps.find)
      if (after === null || (before !== undefined && isOlder(after, before))) return null
      book.put(after)
      const isStarted = before?.isActivated !== true
      if (book.hasBegun() && after.isActivated && isStarted && after.slots !== null) {
        await dispatch([after], firstRunAt(clock.now(), eraMs()))
      }
      return { before, after }
    },
    remove: (checkId) => void book.remove(checkId),
    find: book.find,
    closed: close,
    opened: open,
    returned(leases) {
      for (const { run, sinceAt } of leases) {
        const check = book.find(run.checkId)
        const unseen = check?.open.get(run.runId)?.leftOut.splice(0) ?? []
        for (const at of unseen.filter((slotAt) => slotAt >= sinceAt)) {
          dueCounts.push({ checkNo: run.checkNo, hour: hourOf(at), location: run.origin, count: 1 })
        }
      }
    },
    nextSlotAt: book.nextSlotAt,
    async tick() {
      const now = clock.now()
      correctClock()
      for (const { slotAt, checks } of book.takeDue()) {
        if (now - slotAt > latestMs) {
          noteMissed(checks, slotAt, now)
          continue
        }
        for (const chunk of chunks(checks, batchSize)) {
          await dispatch(chunk, slotAt + eraMs())
        }
      }
      if (dueCounts.length > 0) await countOwed()
    },
    checks: book.checks,
    size: book.size,
  }
}

function isOlder(check: ScheduledCheck, than: ScheduledCheck): boolean {
  return check.rev < than.rev || check.writtenAt < than.writtenAt
}

function snapshotOf(check: ScheduledCheck, createdAt: number): WantedSnapshot {
  const { no, name, configText, sealedSecrets } = check
  return { checkNo: no, name, config: configText, sealedSecrets, createdAt }
}

function noteSnapshot(check: ScheduledCheck, number: number | undefined): void {
  if (number === undefined) return
  check.snapshot = number
  check.isSnapshotStored = true
}

function withSnapshot(run: Run, number: number | undefined): Run {
  return number === undefined || number === run.snapshot ? run : { ...run, snapshot: number }
}

/**
 * A first run never takes the identity of a slot, nor that of a session, which begins in an even millisecond.
 */
function firstRunAt(now: number, slotMs: number): number {
  const odd = now % 2 === 0 ? now + 1 : now
  return odd % 1000 === slotMs ? odd + 2 : odd
}
