import { sql } from 'kysely'
import { prepareBatch } from '../engine/batch-statement.ts'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { prepareQuery } from '../engine/prepared-query.ts'

/** The part of a check that its runs were made with, kept as long as results refer to it. */
export type CheckSnapshot = {
  checkNo: number
  snapshot: number
  name: string
  /** With masks in place of secrets. */
  config: unknown
}

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

/** `sealedSecrets` is the text of the check, so that two snapshots say the same when their texts are the same. */
export type NewSnapshot = SnapshotKey & {
  name: string
  config: string
  sealedSecrets: string | null
  createdAt: number
}

const insertOne = prepareQuery((db, row: NewSnapshot) =>
  db
    .insertInto('check_snapshots')
    .values({
      check_no: row.checkNo,
      snapshot: row.snapshot,
      name: row.name,
      config: row.config,
      sealed_secrets: row.sealedSecrets,
      created_at: row.createdAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['check_no', 'snapshot']).doUpdateSet({
        name: row.name,
        config: row.config,
        sealed_secrets: row.sealedSecrets,
        created_at: row.createdAt,
      }),
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
    insert into check_snapshots (check_no, snapshot, name, config, sealed_secrets, created_at)
    select "checkNo", snapshot, name, config, "sealedSecrets", "createdAt"
    from json_to_recordset(${rows}::json)
      as new("checkNo" bigint, snapshot integer, name text, config text, "sealedSecrets" text, "createdAt" bigint)
    on conflict (check_no, snapshot) do update
      set name = excluded.name, config = excluded.config, sealed_secrets = excluded.sealed_secrets,
        created_at = excluded.created_at`.execute(db)
  await sql`
    update check_states set snapshot = new.snapshot
    from json_to_recordset(${rows}::json) as new("checkNo" bigint, snapshot integer)
    where check_states.no = new."checkNo" and check_states.snapshot < new.snapshot`.execute(db)
}

/** What the runs of a check are to be made with from now on; `config` is JSON. */
export type WantedSnapshot = Omit<NewSnapshot, 'snapshot'>

const selectCurrent = prepareQuery((db, { checkNo }: { checkNo: number }) =>
  db
    .selectFrom('check_states')
    .leftJoin('check_snapshots', (join) =>
      join
        .onRef('check_snapshots.check_no', '=', 'check_states.no')
        .onRef('check_snapshots.snapshot', '=', 'check_states.snapshot'),
    )
    .select([
      'check_states.no',
      'check_states.snapshot',
      'check_snapshots.name',
      'check_snapshots.config',
      'check_snapshots.sealed_secrets as sealedSecrets',
    ])
    .where('check_states.no', '=', checkNo),
)

type CurrentSnapshot = {
  no: number
  snapshot: number
  name: string | null
  config: string | null
  sealedSecrets: string | null
}

/** Locked until the write ends, so that no two writers take the same number for different things. */
async function lockCurrent(db: Db, numbers: readonly number[]): Promise<CurrentSnapshot[]> {
  if (isSqlite(db)) {
    const current: CurrentSnapshot[] = []
    for (const checkNo of numbers) current.push(...(await selectCurrent(db, { checkNo })).rows)
    return current
  }
  const { rows } = await sql<CurrentSnapshot>`
    select check_states.no, check_states.snapshot, check_snapshots.name, check_snapshots.config,
      check_snapshots.sealed_secrets as "sealedSecrets"
    from check_states
    left join check_snapshots
      on check_snapshots.check_no = check_states.no and check_snapshots.snapshot = check_states.snapshot
    where check_states.no = any(${[...numbers]}::bigint[])
    order by check_states.no
    for update of check_states`.execute(db)
  return rows
}

/**
 * The numbers of these snapshots by check: that of the current one where it says the same, else the next, which is added
 * and is current from then on. Deleted checks are missing.
 */
export async function takeSnapshots(
  db: Db,
  wanted: readonly WantedSnapshot[],
): Promise<ReadonlyMap<number, number>> {
  if (wanted.length === 0) return new Map()
  const byNumber = new Map(wanted.map((snapshot) => [snapshot.checkNo, snapshot]))
  const numbers = new Map<number, number>()
  const added: NewSnapshot[] = []
  for (const { no, snapshot, name, config, sealedSecrets } of await lockCurrent(db, [...byNumber.keys()])) {
    const want = byNumber.get(no)
    if (want === undefined) continue
    const isCurrent = want.name === name && want.config === config && want.sealedSecrets === sealedSecrets
    numbers.set(no, isCurrent ? snapshot : snapshot + 1)
    if (!isCurrent) added.push({ ...want, snapshot: snapshot + 1 })
  }
  await insertSnapshots(db, added)
  return numbers
}

const selectOne = prepareQuery((db, { checkNo, snapshot }: SnapshotKey) =>
  db
    .selectFrom('check_snapshots')
    .select(['check_no as checkNo', 'snapshot', 'name', 'config', 'sealed_secrets as sealedSecrets'])
    .where('check_no', '=', checkNo)
    .where('snapshot', '=', snapshot),
)

type SnapshotText = SnapshotKey & { name: string; config: string; sealedSecrets: string | null }

// Of a list in JSON the planner expects a hundred rows whatever there are, and reads the whole table for them.
const selectBatch = prepareBatch<SnapshotText>(`
  select found.check_no as "checkNo", found.snapshot, name, config, sealed_secrets as "sealedSecrets"
  from unnest($1::bigint[], $2::integer[]) as wanted(check_no, snapshot)
  join check_snapshots as found on found.check_no = wanted.check_no and found.snapshot = wanted.snapshot`)

/** Of any checks, in no order; those that there are not are missing. `config` is JSON. */
export async function findSnapshots(db: Db, keys: readonly SnapshotKey[]): Promise<SnapshotText[]> {
  if (keys.length === 0) return []
  if (isSqlite(db)) {
    const texts: SnapshotText[] = []
    for (const { checkNo, snapshot } of keys) texts.push(...(await selectOne(db, { checkNo, snapshot })).rows)
    return texts
  }
  const { rows } = await selectBatch(db, [
    keys.map(({ checkNo }) => checkNo),
    keys.map(({ snapshot }) => snapshot),
  ])
  return rows
}
