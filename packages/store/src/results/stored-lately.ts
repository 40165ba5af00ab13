import type { MetricName, MetricValues } from '@sonde/schema/check-types/check-metrics.ts'
import { countedSourceNumbers, runSources } from '@sonde/schema/runs/run-source.ts'
import { targetVerdicts } from '@sonde/schema/runs/verdict.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { isMeasurable, type MeasuredCheck, readFlag } from './measured-values.ts'
import { columnsOf, type MeasuredColumn, namedColumns } from './metric-columns.ts'
import { latestStartMs } from './results.ts'
import { endNumber } from './stored-verdicts.ts'

/** The results of one check that were stored since a moment, at one place or at all. */
export type LateTally = {
  checkNo: number
  /** Null where nobody asked for it. */
  location: string | null
  /** Whether this server ran it in place of an agent; null where nobody asked, and where it is not known. */
  isStandIn: boolean | null
  passed: number
  degraded: number
  failed: number
  values: Map<MetricName, number[]>
}

const place = sql`coalesce(location, origin)`

/**
 * Counts what was stored since a moment, and lists what was measured. By when it was stored and not by when it
 * began: whoever counts on must neither miss a run that ended after the moment nor see a count go down.
 */
export async function storedSince(
  db: Db,
  asked: {
    checks: readonly MeasuredCheck[]
    since: number
    byLocation: boolean
    /** Attempts after which another one was made. */
    withAttempts: boolean
    metrics: readonly MetricName[]
  },
): Promise<LateTally[]> {
  const { checks, since, byLocation, withAttempts, metrics } = asked
  if (checks.length === 0) return []
  const collect = isSqlite(db) ? sql.raw('json_group_array') : sql.raw('json_agg')
  const selected = [
    sql`check_no`,
    ...(byLocation ? [sql`${place} as place`, sql`is_stand_in`] : []),
    ...targetVerdicts.map(
      (verdict) =>
        sql`sum(case when verdict = ${sql.lit(endNumber(verdict))} then 1 else 0 end) as ${sql.ref(verdict)}`,
    ),
    ...columnsOf(checks, metrics).map((column) => {
      const value = sql.ref(column)
      return sql`${collect}(${value}) filter (where ${value} is not null) as ${sql.ref(`list_${column}`)}`
    }),
  ]
  const { rows } = await sql<Readonly<Record<string, unknown>>>`
    select ${sql.join(selected)} from results
    where ${isStoredSince(checks, since)} ${withAttempts ? sql`` : sql`and is_final = true`}
    group by ${byLocation ? sql`1, 2, 3` : sql`1`}`.execute(db)
  const byNumber = new Map(checks.map((check) => [check.checkNo, check]))
  return rows.flatMap((row) => {
    const check = byNumber.get(Number(row['check_no']))
    if (check === undefined) return []
    const columns = namedColumns(check.checkType, metrics)
    return [
      {
        checkNo: check.checkNo,
        location: typeof row['place'] === 'string' ? row['place'] : null,
        isStandIn: readFlag(row['is_stand_in']),
        passed: Number(row['passed']),
        degraded: Number(row['degraded']),
        failed: Number(row['failed']),
        values: new Map(columns.map(({ name, column }) => [name, readNumbers(row[`list_${column}`])])),
      },
    ]
  })
}

function isStoredSince(checks: readonly MeasuredCheck[], since: number): RawBuilder<unknown> {
  const verdicts = targetVerdicts.map((name) => sql.lit(endNumber(name)))
  // Rows lie by their slots. Literals, because SQLite takes parameters for fractions.
  return sql`check_no in (${sql.join(checks.map(({ checkNo }) => checkNo))})
    and scheduled_at >= ${sql.lit(since - latestStartMs)} and created_at >= ${sql.lit(since)}
    and source in (${sql.join(countedSourceNumbers.map((number) => sql.lit(number)))})
    and verdict in (${sql.join(verdicts)})`
}

/** SQLite gives the array as text, PostgreSQL's driver has read it already. */
function readNumbers(list: unknown): number[] {
  const values: unknown = typeof list === 'string' ? JSON.parse(list) : list
  return Array.isArray(values) ? values.filter((value) => isMeasurable(value)) : []
}

export type LastValues = {
  checkNo: number
  location: string
  isStandIn: boolean | null
  responseTime: number | null
  /** Those that were asked for and that the type of the check has. */
  metrics: MetricValues
  startedAt: number
}

/** What the last run of each check found at each place, as far as its slot is not older. */
export async function lastValues(
  db: Db,
  asked: { checks: readonly MeasuredCheck[]; since: number; metrics: readonly MetricName[] },
): Promise<LastValues[]> {
  const { checks, since, metrics } = asked
  if (checks.length === 0) return []
  const names = new Set(['response_time', ...columnsOf(checks, metrics)])
  const columns = sql.join([...names].map((name) => sql.ref(name)))
  const { rows } = await sql<
    { check_no: number; place: string; is_stand_in: unknown; started_at: number } & Readonly<
      Record<MeasuredColumn, number | null>
    >
  >`
    select check_no, place, is_stand_in, started_at, ${columns} from (
      select check_no, ${place} as place, is_stand_in, started_at, ${columns},
        row_number() over (partition by check_no, ${place}, is_stand_in order by started_at desc, check_run_id desc) as age
      from results
      where check_no in (${sql.join(checks.map(({ checkNo }) => checkNo))})
        and scheduled_at >= ${sql.lit(since)} and is_final = true
        and source in (${sql.join(countedSourceNumbers.map((number) => sql.lit(number)))})
        and verdict in (${sql.join(targetVerdicts.map((name) => sql.lit(endNumber(name))))})
    ) by_age where age = 1 order by check_no, place`.execute(db)
  const byNumber = new Map(checks.map((check) => [check.checkNo, check]))
  return rows.flatMap((row) => {
    const check = byNumber.get(Number(row.check_no))
    if (check === undefined) return []
    const ofType = namedColumns(check.checkType, metrics)
    return [
      {
        checkNo: check.checkNo,
        location: row.place,
        isStandIn: readFlag(row.is_stand_in),
        responseTime: row.response_time,
        metrics: Object.fromEntries(ofType.map(({ name, column }) => [name, row[column]])),
        startedAt: Number(row.started_at),
      },
    ]
  })
}

/** How long each scheduled run of these checks waited for an agent, of those stored since a moment. */
export async function queueDelays(
  db: Db,
  { checkNos, since }: { checkNos: readonly number[]; since: number },
): Promise<{ checkNo: number; location: string; delayMs: number }[]> {
  if (checkNos.length === 0) return []
  const { rows } = await sql<{ check_no: number; place: string; delay: number }>`
    select check_no, origin as place, started_at - scheduled_at as delay from results
    where check_no in (${sql.join(checkNos)}) and attempt = 1
      and source = ${sql.lit(runSources.indexOf('SCHEDULER'))}
      and scheduled_at >= ${sql.lit(since - latestStartMs)} and created_at >= ${sql.lit(since)}`.execute(db)
  return rows.map((row) => ({
    checkNo: Number(row.check_no),
    location: row.place,
    delayMs: Math.max(0, Number(row.delay)),
  }))
}
