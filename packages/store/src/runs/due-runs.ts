import { sql } from 'kysely'
import { hourMs } from '@sonde/ground/durations.ts'
import { prepareBatch } from '../engine/batch-statement.ts'
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

/** For PostgreSQL, with `dueColumns` from this parameter on; also a part of a statement that writes more. */
export function countDueText(first: number, condition = 'true'): string {
  return `
  insert into hourly_rollups (check_no, hour, location, due)
  select * from unnest(
    $${first}::bigint[], $${first + 1}::bigint[], $${first + 2}::text[], $${first + 3}::integer[]
  ) as new(check_no, hour, location)
  where ${condition}
  order by new.check_no, new.hour, new.location
  on conflict (check_no, hour, location) do update set due = hourly_rollups.due + excluded.due`
}

const countBatch = prepareBatch(countDueText(1))

/** Counted before they run: what is due and never measured is then seen to be missing. */
export async function countDueRuns(db: Db, counts: readonly DueCount[]): Promise<void> {
  if (isSqlite(db)) {
    for (const count of counts) {
      await countOne(db, count)
    }
    return
  }
  if (counts.length > 0) await countBatch(db, dueColumns(counts))
}

export function dueColumns(counts: readonly DueCount[]): [number[], number[], string[], number[]] {
  const merged = merge(counts)
  return [...keyColumns(merged), merged.map(({ count }) => count)]
}

/** PostgreSQL refuses to change one row twice in one statement. */
function merge(counts: readonly DueCount[]): DueCount[] {
  const byKey = new Map<string, DueCount>()
  for (const due of counts) {
    const key = keyOf(due)
    const known = byKey.get(key)
    if (known === undefined) byKey.set(key, { ...due })
    else known.count += due.count
  }
  return [...byKey.values()]
}

type HourKey = { checkNo: number; hour: number; location: string }

function keyOf({ checkNo, hour, location }: HourKey): string {
  return `${checkNo}/${hour}/${location}`
}

function keyColumns(keys: readonly HourKey[]): [number[], number[], string[]] {
  return [
    keys.map(({ checkNo }) => checkNo),
    keys.map(({ hour }) => hour),
    keys.map(({ location }) => location),
  ]
}

const reopenOne = prepareQuery((db, key: HourKey) =>
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

const reopenBatch = prepareBatch(`
  insert into hourly_rollups (check_no, hour, location)
  select * from unnest($1::bigint[], $2::bigint[], $3::text[]) as new(check_no, hour, location)
  order by new.check_no, new.hour, new.location
  on conflict (check_no, hour, location) do update set computed_at = null
  where hourly_rollups.computed_at is not null`)

/** Makes sure that an hour is computed, again if it was already: a result of it has just been stored. */
export async function reopenHours(db: Db, keys: readonly HourKey[]): Promise<void> {
  if (keys.length === 0) return
  if (!isSqlite(db)) {
    await reopenBatch(db, keyColumns([...new Map(keys.map((key) => [keyOf(key), key])).values()]))
    return
  }
  for (const key of keys) {
    await reopenOne(db, key)
  }
}
