import type { Db } from '@sonde/store/engine/store.ts'

/** Of a check: the slots with a final result, in order, and how many runs of it were counted as due. */
export type SlotFigures = { slots: readonly number[]; due: number }

/** Slots are on whole seconds, first runs on odd milliseconds; runs of sessions are not due. */
const isSlot = (at: number) => at % 1_000 === 0
const isScheduled = (at: number) => isSlot(at) || at % 2 === 1

/** By the number of the check, of checks at one location. */
export async function readSlots(db: Db): Promise<Map<number, SlotFigures>> {
  const results = await db
    .selectFrom('results')
    .select(['check_no', 'scheduled_at'])
    .where('is_final', '=', true)
    .orderBy('scheduled_at')
    .execute()
  const rollups = await db.selectFrom('hourly_rollups').select(['check_no', 'due']).execute()
  const byCheck = new Map<number, { slots: number[]; due: number }>()
  const of = (no: number) => {
    const known = byCheck.get(no) ?? { slots: [], due: 0 }
    byCheck.set(no, known)
    return known
  }
  for (const { check_no: no, due } of rollups) of(no).due += due
  for (const { check_no: no, scheduled_at: at } of results) of(no).slots.push(at)
  return byCheck
}

/** How many runs must have been due: from the first slot with a result to the last, those between included, and first runs. */
export function expectedDue({ slots }: SlotFigures, periodMs: number): number {
  const ofSlots = slots.filter(isSlot)
  const firstRuns = slots.filter((at) => isScheduled(at) && !isSlot(at)).length
  const [first = 0, last = -periodMs] = [ofSlots[0], ofSlots.at(-1)]
  return (last - first) / periodMs + 1 + firstRuns
}

/** Due runs without a result: they show as a gap. */
export function missedOf({ slots, due }: SlotFigures): number {
  return due - slots.filter(isScheduled).length
}

/** Whether a slot has two results that count. */
export function ranTwice({ slots }: SlotFigures): boolean {
  return new Set(slots).size !== slots.length
}
