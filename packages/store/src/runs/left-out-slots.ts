import { sql } from 'kysely'
import type { Db } from '../engine/database.ts'

/** A run, as tables of runs know it. */
export type RunKey = { checkNo: number; scheduledAt: number; origin: string }

/**
 * Slots that were not run, and not counted as due, because an agent held this attempt: by hour, because that is how
 * they are counted if it turns out that nobody was looking.
 */
export type LeftOutSlots = RunKey & { attempt: number; hour: number; count: number }

export async function addLeftOutSlots(db: Db, slots: readonly LeftOutSlots[]): Promise<void> {
  for (const { checkNo, scheduledAt, origin, attempt, hour, count } of slots) {
    await db
      .insertInto('left_out_slots')
      .values({ check_no: checkNo, scheduled_at: scheduledAt, origin, attempt, hour, count })
      .onConflict((conflict) =>
        conflict
          .columns(['check_no', 'scheduled_at', 'origin', 'attempt', 'hour'])
          .doUpdateSet({ count: sql`left_out_slots.count + ${count}` }),
      )
      .execute()
  }
}

/** Of these runs, with all of their attempts. */
export async function deleteLeftOutSlots(db: Db, runs: readonly RunKey[]): Promise<void> {
  for (const { checkNo, scheduledAt, origin } of runs) {
    await db
      .deleteFrom('left_out_slots')
      .where('check_no', '=', checkNo)
      .where('scheduled_at', '=', scheduledAt)
      .where('origin', '=', origin)
      .execute()
  }
}

/** All that are still open. `hasResult`: the attempt was made, so that somebody was looking. */
export async function listLeftOutSlots(db: Db): Promise<(LeftOutSlots & { hasResult: boolean })[]> {
  const rows = await db
    .selectFrom('left_out_slots as slots')
    .leftJoin('results', (join) =>
      join
        .onRef('results.check_no', '=', 'slots.check_no')
        .onRef('results.scheduled_at', '=', 'slots.scheduled_at')
        .onRef('results.origin', '=', 'slots.origin')
        .onRef('results.attempt', '=', 'slots.attempt'),
    )
    .select([
      'slots.check_no as checkNo',
      'slots.scheduled_at as scheduledAt',
      'slots.origin',
      'slots.attempt',
      'slots.hour',
      'slots.count',
      'results.check_no as resultOf',
    ])
    .execute()
  return rows.map(({ resultOf, ...slots }) => ({ ...slots, hasResult: resultOf !== null }))
}
