import { sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { prepareQuery } from '../engine/prepared-query.ts'

/** The part of a check that its runs were made with, kept as long as results refer to it. */
export type CheckSnapshot = { checkNo: number; snapshot: number; name: string; config: unknown }

type SnapshotKey = { checkNo: number; snapshot: number }

/** By number, for one check. */
export async function snapshotsOf(
  db: Db,
  checkNo: number,
  numbers: readonly number[],
): Promise<Map<number, CheckSnapshot>> {
  if (numbers.length === 0) return new Map()
  const rows = await db
    .selectFrom('check_snapshots')
    .select(['snapshot', 'name', 'config'])
    .where('check_no', '=', checkNo)
    .where('snapshot', 'in', [...new Set(numbers)])
    .execute()
  return new Map(
    rows.map(({ snapshot, name, config }) => [
      snapshot,
      { checkNo, snapshot, name, config: JSON.parse(config) },
    ]),
  )
}

export async function findSnapshot(db: Db, key: SnapshotKey): Promise<CheckSnapshot | null> {
  return (await snapshotsOf(db, key.checkNo, [key.snapshot])).get(key.snapshot) ?? null
}

export type NewSnapshot = SnapshotKey & { name: string; config: string; createdAt: number }

const insertOne = prepareQuery((db, row: NewSnapshot) =>
  db
    .insertInto('check_snapshots')
    .values({
      check_no: row.checkNo,
      snapshot: row.snapshot,
      name: row.name,
      config: row.config,
      created_at: row.createdAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['check_no', 'snapshot'])
        .doUpdateSet({ name: row.name, config: row.config, created_at: row.createdAt }),
    ),
)

/** A number that was taken is never current again: results refer to it. */
const makeCurrent = prepareQuery((db, { checkNo, snapshot }: SnapshotKey) =>
  db.updateTable('check_states').set({ snapshot }).where('no', '=', checkNo).where('snapshot', '<', snapshot),
)

/** Adds the next snapshot of each check and makes it the current one. `config` is JSON. */
export async function insertSnapshots(db: Db, snapshots: readonly NewSnapshot[]): Promise<void> {
  if (isSqlite(db)) {
    for (const row of snapshots) {
      await insertOne(db, row)
      await makeCurrent(db, row)
    }
    return
  }
  if (snapshots.length === 0) return
  const rows = JSON.stringify(snapshots)
  await sql`
    insert into check_snapshots (check_no, snapshot, name, config, created_at)
    select "checkNo", snapshot, name, config, "createdAt"
    from json_to_recordset(${rows}::json)
      as new("checkNo" bigint, snapshot integer, name text, config text, "createdAt" bigint)
    on conflict (check_no, snapshot) do update
      set name = excluded.name, config = excluded.config, created_at = excluded.created_at`.execute(db)
  await sql`
    update check_states set snapshot = new.snapshot
    from json_to_recordset(${rows}::json) as new("checkNo" bigint, snapshot integer)
    where check_states.no = new."checkNo" and check_states.snapshot < new.snapshot`.execute(db)
}
