import { type Compilable, sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { prepareQuery } from '../engine/prepared-query.ts'

/** The tables that grow with every run, and the time by which their rows lie within each check. */
const timeColumns = {
  results: 'scheduled_at',
  result_assets: 'scheduled_at',
  result_error_groups: 'scheduled_at',
  hourly_runs: 'hour',
  hourly_rollups: 'hour',
  daily_rollups: 'day',
} as const
export type GrowingTable = keyof typeof timeColumns

/** So few that deleting them is over before anybody notices. */
const rowsPerStep = 500

/** A time after every other. */
export const endOfTime = Number.MAX_SAFE_INTEGER

type Sweep = {
  next(db: Db, key: { after: number }): Promise<{ rows: { check_no: number; oldest: number }[] }>
  remove(db: Db, key: { checkNo: number; before: number }): Promise<{ numAffectedRows?: bigint }>
}

function createSweep(table: GrowingTable, part: string): Sweep {
  const rows = sql.table(part)
  const time = sql.ref(timeColumns[table])
  return {
    next: prepareQuery(
      (db, { after }: { after: number }): Compilable<{ check_no: number; oldest: number }> => {
        const query = sql<{ check_no: number; oldest: number }>`
        select check_no, ${time} as oldest from ${rows}
        where check_no > ${after} order by check_no, ${time} limit 1`
        return { compile: () => query.compile(db) }
      },
    ),
    remove: prepareQuery((db, key: { checkNo: number; before: number }): Compilable<unknown> => {
      const query = sql`
        delete from ${rows}
        where check_no = ${key.checkNo} and ${time} < ${key.before} and ${time} <= coalesce((
          select ${time} from ${rows} where check_no = ${key.checkNo} and ${time} < ${key.before}
          order by ${time} limit 1 offset ${sql.lit(rowsPerStep - 1)}), ${key.before})`
      return { compile: () => query.compile(db) }
    }),
  }
}

/** By the name of the table, or of the part of it. */
const sweeps = new Map<string, Sweep>()

function sweepOf(table: GrowingTable, part: string): Sweep {
  const known = sweeps.get(part)
  if (known !== undefined) return known
  const sweep = createSweep(table, part)
  sweeps.set(part, sweep)
  return sweep
}

/** A table, or one of its partitions. */
export type TablePart = { table: GrowingTable; part?: string }

/** The next check that has rows there, and the time of the oldest; null after the last one. */
export async function nextCheckWithRows(
  db: Db,
  { table, part = table }: TablePart,
  after: number,
): Promise<{ checkNo: number; oldestAt: number } | null> {
  const row = (await sweepOf(table, part).next(db, { after })).rows[0]
  return row === undefined ? null : { checkNo: row.check_no, oldestAt: row.oldest }
}

/** Deletes one step of the oldest rows of a check. True when there may be more. */
export async function deleteOldestRows(
  db: Db,
  { table, part = table }: TablePart,
  key: { checkNo: number; before: number },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sweepOf(table, part).remove(db, key)
  return numAffectedRows >= BigInt(rowsPerStep)
}

/** The first of the deleted checks whose results are still there. */
export async function firstRemovedCheck(db: Db): Promise<number | null> {
  const row = await db.selectFrom('removed_checks').select('no').orderBy('no').limit(1).executeTakeFirst()
  return row?.no ?? null
}

/** Ends the removal of a check: its results and rollups are gone already. */
export async function forgetRemovedCheck(db: Db, checkNo: number): Promise<void> {
  await db.deleteFrom('check_snapshots').where('check_no', '=', checkNo).execute()
  await db.deleteFrom('detail_references').where('check_no', '=', checkNo).execute()
  await db.deleteFrom('pending_runs').where('check_no', '=', checkNo).execute()
  await db.deleteFrom('left_out_slots').where('check_no', '=', checkNo).execute()
  await db.deleteFrom('removed_checks').where('no', '=', checkNo).execute()
}

/**
 * Deletes the snapshots that were followed by another one before that time: whatever was run with them is
 * older still. Looks at the checks with a number above `after` up to and including `upTo`.
 */
export async function deleteSupersededSnapshots(
  db: Db,
  { after, upTo, before }: { after: number; upTo: number; before: number },
): Promise<void> {
  const superseded = await db
    .selectFrom('check_snapshots')
    .select((builder) => ['check_no', builder.fn.max('snapshot').as('kept')])
    .where('check_no', '>', after)
    .where('check_no', '<=', upTo)
    .where('created_at', '<', before)
    .groupBy('check_no')
    .having((builder) => builder.fn.countAll<number>(), '>', 1)
    .execute()
  for (const { check_no: checkNo, kept } of superseded) {
    await db
      .deleteFrom('check_snapshots')
      .where('check_no', '=', checkNo)
      .where('snapshot', '<', kept)
      .execute()
  }
}

export async function highestSnapshottedCheck(db: Db): Promise<number> {
  const row = await db
    .selectFrom('check_snapshots')
    .select((builder) => builder.fn.max('check_no').as('highest'))
    .executeTakeFirst()
  return Number(row?.highest ?? 0)
}

/** Deletes one step of old sessions, with their runs. True when there may be more. */
export async function deleteOldSessions(db: Db, before: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('check_sessions')
    .where('id', 'in', (builder) =>
      builder
        .selectFrom('check_sessions')
        .select('id')
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(rowsPerStep),
    )
    .executeTakeFirstOrThrow()
  return numDeletedRows >= BigInt(rowsPerStep)
}

export async function deleteOldLocationEvents(db: Db, before: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('location_events')
    .where('id', 'in', (builder) =>
      builder
        .selectFrom('location_events')
        .select('id')
        .where('at', '<', before)
        .orderBy('at')
        .limit(rowsPerStep),
    )
    .executeTakeFirstOrThrow()
  return numDeletedRows >= BigInt(rowsPerStep)
}

export async function deleteOldQueueSamples(db: Db, before: number): Promise<boolean> {
  const boundary = await db
    .selectFrom('queue_samples')
    .select('minute_at')
    .where('minute_at', '<', before)
    .orderBy('minute_at')
    .limit(1)
    .offset(rowsPerStep - 1)
    .executeTakeFirst()
  const { numDeletedRows } = await db
    .deleteFrom('queue_samples')
    .where('minute_at', '<=', boundary?.minute_at ?? before)
    .where('minute_at', '<', before)
    .executeTakeFirstOrThrow()
  return numDeletedRows >= BigInt(rowsPerStep)
}
