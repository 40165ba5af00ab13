import { sql } from 'kysely'
import { hourMs } from '@sonde/ground/durations.ts'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { prepareQuery } from '../engine/prepared-query.ts'

export function hourOf(at: number): number {
  return at - (at % hourMs)
}

/** Runs that are due at one location in one hour. */
export type DueCount = { checkNo: number; hour: number; location: string; count: number }

const countOne = prepareQuery((db, due: DueCount) =>
  db
    .insertInto('hourly_rollups')
    .values({
      check_no: due.checkNo,
      hour: due.hour,
      location: due.location,
      due: due.count,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['check_no', 'hour', 'location'])
        .doUpdateSet({ due: sql`hourly_rollups.due + ${due.count}` }),
    ),
)

/** Counted before they run: what is due and never measured is then seen to be missing. */
export async function countDueRuns(db: Db, counts: readonly DueCount[]): Promise<void> {
  if (isSqlite(db)) {
    for (const count of counts) {
      await countOne(db, count)
    }
    return
  }
  const merged = merge(counts)
  if (merged.length === 0) return
  await sql`
    insert into hourly_rollups (check_no, hour, location, due)
    select check_no, hour, location, count
    from json_to_recordset(${JSON.stringify(merged)}::json)
      as new(check_no bigint, hour bigint, location text, count integer)
    order by check_no, hour, location
    on conflict (check_no, hour, location) do update set due = hourly_rollups.due + excluded.due`.execute(db)
}

/** PostgreSQL refuses to change one row twice in one statement. */
function merge(counts: readonly DueCount[]) {
  const byKey = new Map<string, { check_no: number; hour: number; location: string; count: number }>()
  for (const { checkNo, hour, location, count } of counts) {
    const key = `${checkNo}/${hour}/${location}`
    const known = byKey.get(key)
    if (known === undefined) byKey.set(key, { check_no: checkNo, hour, location, count })
    else known.count += count
  }
  return [...byKey.values()]
}

const reopenOne = prepareQuery((db, key: { checkNo: number; hour: number; location: string }) =>
  db
    .insertInto('hourly_rollups')
    .values({
      check_no: key.checkNo,
      hour: key.hour,
      location: key.location,
    })
    .onConflict((conflict) =>
      conflict.columns(['check_no', 'hour', 'location']).doUpdateSet({ computed_at: null }),
    ),
)

/** Makes sure that an hour is computed, again if it was already: a result of it has just been stored. */
export async function reopenHours(
  db: Db,
  keys: readonly { checkNo: number; hour: number; location: string }[],
): Promise<void> {
  for (const key of keys) {
    await reopenOne(db, key)
  }
}
