import { setTimeout as delay } from 'node:timers/promises'
import { minuteMs, secondMs } from '@sonde/ground/durations.ts'
import type { Db, Store } from '@sonde/store/engine/store.ts'

/** A slot with a final result: when it began, and when its result was here. */
type MeasuredSlot = { slotAt: number; startedAt: number; storedAt: number }

/** Of a check at one location: its slots with a result, in order, and how many runs of it were counted as due. */
export type SlotFigures = { periodMs: number; slots: readonly MeasuredSlot[]; due: number }

/** What became of the slots of checks between two moments. */
export type SlotVerdict = {
  /** Slots that have passed. */
  passed: number
  results: number
  /** Counted as due, without a result: they show as a gap. */
  missed: number
  /** Not due, because an agent was still at the run before. */
  leftOut: number
  /** Neither a result nor counted: nobody would ever know. */
  lost: number
  /** Counted as due more than once. */
  overcounted: number
  /** Slots with two results that count. */
  twice: number
}

/** Clocks of servers differ by less. */
const marginMs = secondMs / 2
/** The moment that is stored with a result is that of its arrival: on a busy machine it can be read seconds later. */
const storingMs = 5 * secondMs

/** Slots are on whole seconds; first runs and those of sessions are at odd moments. */
const isSlot = (at: number) => at % secondMs === 0

/** By the number of the check, of those that run. */
export async function readSlots(db: Db): Promise<Map<number, SlotFigures>> {
  const checks = await db
    .selectFrom('check_states')
    .innerJoin('checks', 'checks.id', 'check_states.check_id')
    .select(['check_states.no', 'checks.frequency', 'checks.frequency_offset'])
    .execute()
  const results = await db
    .selectFrom('results')
    .select(['check_no', 'scheduled_at', 'started_at', 'created_at'])
    .where('is_final', '=', true)
    .orderBy('scheduled_at')
    .execute()
  const rollups = await db.selectFrom('hourly_rollups').select(['check_no', 'due']).execute()
  const resultsOf = Map.groupBy(results, (row) => row.check_no)
  const rollupsOf = Map.groupBy(rollups, (row) => row.check_no)
  const all = checks.map(({ no, frequency, frequency_offset: offset }) => {
    const slots = (resultsOf.get(no) ?? [])
      .filter((row) => isSlot(row.scheduled_at))
      .map((row) => ({ slotAt: row.scheduled_at, startedAt: row.started_at, storedAt: row.created_at }))
    return {
      no,
      slots,
      periodMs: frequency === 0 ? (offset ?? 0) * secondMs : (frequency ?? 0) * minuteMs,
      due: (rollupsOf.get(no) ?? []).reduce((sum, { due }) => sum + due, 0),
    }
  })
  return new Map(all.filter(({ due }) => due > 0).map(({ no, ...figures }) => [no, figures]))
}

/**
 * Waits until each of so many checks has had a moment at which no slot of it was under way, and tells what there was then. Those
 * that never had one are missing.
 */
export async function settledSlots(
  store: Pick<Store, 'read' | 'now'>,
  { count, withinMs }: { count: number; withinMs: number },
): Promise<Map<number, SlotFigures>> {
  const settled = new Map<number, SlotFigures>()
  const deadlineMs = performance.now() + withinMs
  for (;;) {
    const all = await readSlots(store.read)
    const now = await store.now(store.read)
    for (const [no, figures] of all) {
      const { slots, periodMs } = figures
      const lastAt = slots.at(-1)?.slotAt ?? -Infinity
      // The last one that has begun has its result, and the next one is still to come.
      const isSettled = lastAt <= now && lastAt + periodMs > now + marginMs
      if (isSettled && !settled.has(no)) settled.set(no, figures)
    }
    if (settled.size >= count || performance.now() > deadlineMs) return settled
    await delay(marginMs)
  }
}

/** Between two moments at which no slot was under way. What came before the first one was a beginning, and is not judged. */
export function judgeSlots(
  before: ReadonlyMap<number, SlotFigures>,
  after: ReadonlyMap<number, SlotFigures>,
): SlotVerdict {
  const sum: SlotVerdict = {
    passed: 0,
    results: 0,
    missed: 0,
    leftOut: 0,
    lost: 0,
    overcounted: 0,
    twice: 0,
  }
  for (const [no, from] of before) {
    const until = after.get(no)
    const of = until === undefined ? null : judge(from, until)
    // A check that has stopped altogether has lost whatever there was.
    if (of === null) sum.lost += 1
    else for (const key of Object.keys(sum) as (keyof SlotVerdict)[]) sum[key] += of[key]
  }
  return sum
}

/** The slots without a result of checks that lost some, for whoever looks for the cause in the logs. */
export function slotsOfLosers(
  before: ReadonlyMap<number, SlotFigures>,
  after: ReadonlyMap<number, SlotFigures>,
): { checkNo: number; slotAt: number }[] {
  return [...before].flatMap(([checkNo, from]) => {
    const until = after.get(checkNo)
    if (until === undefined || judge(from, until).lost === 0) return []
    const measured = new Set(until.slots.map(({ slotAt }) => slotAt))
    const [fromAt, lastAt] = [from.slots.at(-1)?.slotAt ?? 0, until.slots.at(-1)?.slotAt ?? 0]
    const missing: { checkNo: number; slotAt: number }[] = []
    for (let slotAt = fromAt + until.periodMs; slotAt < lastAt; slotAt += until.periodMs)
      if (!measured.has(slotAt)) missing.push({ checkNo, slotAt })
    return missing
  })
}

function judge(from: SlotFigures, { slots, due, periodMs }: SlotFigures): SlotVerdict {
  const fromAt = from.slots.at(-1)?.slotAt ?? 0
  const ofTime = slots.filter(({ slotAt }) => slotAt > fromAt)
  const measured = new Set(ofTime.map(({ slotAt }) => slotAt))
  const passed = Math.round(((ofTime.at(-1)?.slotAt ?? fromAt) - fromAt) / periodMs)
  const counted = due - from.due
  let leftOut = 0
  for (let slotAt = fromAt + periodMs; slotAt < fromAt + passed * periodMs; slotAt += periodMs) {
    const isBusy = slots.some((run) => run.slotAt < slotAt && run.storedAt >= slotAt - storingMs)
    if (!measured.has(slotAt) && isBusy) leftOut += 1
  }
  return {
    passed,
    results: measured.size,
    missed: Math.max(0, counted - measured.size),
    leftOut: Math.min(leftOut, Math.max(0, passed - counted)),
    lost: Math.max(0, passed - leftOut - counted),
    overcounted: Math.max(0, counted - passed),
    twice: ofTime.length - measured.size,
  }
}
