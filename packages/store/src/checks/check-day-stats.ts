import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { sql } from 'kysely'
import { searchedTarget } from './checks.ts'
import { readCounter, setCounter } from '../engine/counters.ts'
import type { Db } from '../engine/database.ts'
import { parseJsonObject } from '../engine/json-column.ts'
import type { NumberedCheck } from './numbered-checks.ts'

const wantedCounter = 'day_figures_wanted_at'

/** Somebody sorts by these stats. */
export async function noteDayStatsWanted(db: Db, at: number): Promise<void> {
  await setCounter(db, wantedCounter, at)
}

/** When somebody last did; null: never. */
export async function dayStatsWantedAt(db: Db): Promise<number | null> {
  return await readCounter(db, wantedCounter)
}

export type DayStatsRow = { checkId: string; availability: number | null; p95: number | null }

/** Some checks of all accounts, in the order of their numbers, from the one after this on. */
export async function checksAfter(
  db: Db,
  { checkNo, limit }: { checkNo: number; limit: number },
): Promise<NumberedCheck[]> {
  const rows = await db
    .selectFrom('check_states')
    .innerJoin('checks', 'checks.id', 'check_states.check_id')
    .select(['check_states.no', 'checks.id', 'checks.check_type'])
    .where('check_states.no', '>', checkNo)
    .orderBy('check_states.no')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ checkId: row.id, checkNo: row.no, checkType: row.check_type }))
}

/** Those that stand there otherwise. Of a check that is gone meanwhile nothing is written. */
export async function writeDayStats(db: Db, stats: readonly DayStatsRow[]): Promise<void> {
  if (stats.length === 0) return
  const ids = stats.map(({ checkId }) => checkId)
  const known = await db
    .selectFrom('checks')
    .leftJoin('check_day_figures', 'check_day_figures.check_id', 'checks.id')
    .select(['checks.id', 'check_day_figures.check_id', 'availability', 'p95'])
    .where('checks.id', 'in', ids)
    .execute()
  const byId = new Map(known.map((row) => [row.id, row]))
  const changed = stats.filter(({ checkId, availability, p95 }) => {
    const row = byId.get(checkId)
    if (row === undefined) return false
    return row.check_id === null || row.availability !== availability || row.p95 !== p95
  })
  if (changed.length === 0) return
  await db
    .insertInto('check_day_figures')
    .values(changed.map(({ checkId, availability, p95 }) => ({ check_id: checkId, availability, p95 })))
    .onConflict((conflict) =>
      conflict.column('check_id').doUpdateSet({
        availability: sql`excluded.availability`,
        p95: sql`excluded.p95`,
      }),
    )
    .execute()
}

/** Fills in what a check that an earlier version wrote looks at. True when there may be more of them. */
export async function fillInTargets(db: Db, limit: number): Promise<boolean> {
  const rows = await db
    .selectFrom('checks')
    .select(['id', 'check_type', 'config'])
    .where('target_folded', 'is', null)
    .limit(limit)
    .execute()
  for (const { id, check_type: checkType, config } of rows) {
    await db
      .updateTable('checks')
      .set({ target_folded: targetIn(checkType, config) })
      .where('id', '=', id)
      .execute()
  }
  return rows.length === limit
}

function targetIn(checkType: CheckType, config: string): string {
  return searchedTarget({ checkType, config: parseJsonObject(config) })
}
