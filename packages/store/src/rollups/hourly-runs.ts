import type { Db } from '../engine/database.ts'
import { prepareQuery } from '../engine/prepared-query.ts'
import { readShare, type StandInShare } from './stand-in-share.ts'

type HourKey = { checkNo: number; hour: number; location: string }

const upsertOne = prepareQuery((db, row: HourKey & { packed: Uint8Array }) =>
  db
    .insertInto('hourly_runs')
    .values({ check_no: row.checkNo, hour: row.hour, location: row.location, packed: row.packed })
    .onConflict((conflict) =>
      conflict.columns(['check_no', 'hour', 'location']).doUpdateSet({ packed: row.packed }),
    ),
)

/** Beside the rollup of the hour, in the write that computes it. */
export async function writeHourlyRuns(db: Db, row: HourKey & { packed: Uint8Array }): Promise<void> {
  await upsertOne(db, row)
}

export type RunsOfHour = HourKey & { packed: Uint8Array }

type Range = { checkNos: readonly number[]; from: number; to: number }

/**
 * The hours of these checks with their runs: from inclusive, to exclusive. Hours of which any check has more
 * to tell than is packed are named instead: not computed since their last result, or by an earlier version.
 */
export async function runsByHour(
  db: Db,
  range: Range,
): Promise<{ hours: RunsOfHour[]; unpacked: ReadonlySet<number> }> {
  const { checkNos, from, to } = range
  if (checkNos.length === 0 || from >= to) return { hours: [], unpacked: new Set() }
  // Questions of their own instead of a join, for which PostgreSQL may decide to read the whole table.
  const found = await db
    .selectFrom('hourly_runs')
    .select(['check_no as checkNo', 'hour', 'location', 'packed'])
    .where('check_no', 'in', [...checkNos])
    .where('hour', '>=', from)
    .where('hour', '<', to)
    .execute()
  const unpacked = new Set(await hoursNotComputed(db, range))
  const hours = found.filter(({ hour }) => !unpacked.has(hour))
  // Mostly as many as there should be; only otherwise it matters which are missing.
  if ((await countHours(db, range, unpacked)) === hours.length) return { hours, unpacked }
  const packed = new Set(hours.map(keyOf))
  for (const row of await hoursWithRuns(db, range)) if (!packed.has(keyOf(row))) unpacked.add(row.hour)
  return { hours: hours.filter(({ hour }) => !unpacked.has(hour)), unpacked }
}

function keyOf({ checkNo, hour, location }: HourKey): string {
  return `${checkNo}/${hour}/${location}`
}

/** Who ran what is packed of these hours, by check, hour and location. */
export async function standInsByHour(
  db: Db,
  { checkNos, from, to }: Range,
): Promise<(key: HourKey) => StandInShare | null> {
  if (checkNos.length === 0 || from >= to) return () => null
  const rows = await db
    .selectFrom('hourly_rollups')
    .select(['check_no as checkNo', 'hour', 'location', 'stand_ins'])
    .where('check_no', 'in', [...checkNos])
    .where('hour', '>=', from)
    .where('hour', '<', to)
    .where('stand_ins', 'is not', null)
    .execute()
  const shares = new Map(rows.map((row) => [keyOf(row), readShare(row.stand_ins)]))
  return (key) => shares.get(keyOf(key)) ?? null
}

async function hoursNotComputed(db: Db, { checkNos, from, to }: Range): Promise<number[]> {
  const rows = await db
    .selectFrom('hourly_rollups')
    .select('hour')
    .distinct()
    .where('check_no', 'in', [...checkNos])
    .where('hour', '>=', from)
    .where('hour', '<', to)
    .where('computed_at', 'is', null)
    .execute()
  return rows.map(({ hour }) => hour)
}

/** Rows with runs, in hours other than these. */
async function countHours(
  db: Db,
  { checkNos, from, to }: Range,
  without: ReadonlySet<number>,
): Promise<number> {
  const base = db
    .selectFrom('hourly_rollups')
    .select((builder) => builder.fn.countAll<number>().as('count'))
    .where('check_no', 'in', [...checkNos])
    .where('hour', '>=', from)
    .where('hour', '<', to)
    .where('runs', '>', 0)
  const query = without.size === 0 ? base : base.where('hour', 'not in', [...without])
  const { count } = await query.executeTakeFirstOrThrow()
  return Number(count)
}

async function hoursWithRuns(db: Db, { checkNos, from, to }: Range): Promise<HourKey[]> {
  return await db
    .selectFrom('hourly_rollups')
    .select(['check_no as checkNo', 'hour', 'location'])
    .where('check_no', 'in', [...checkNos])
    .where('hour', '>=', from)
    .where('hour', '<', to)
    .where('runs', '>', 0)
    .execute()
}
