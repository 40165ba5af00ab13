import type { MetricName } from '@sonde/schema/check-types/check-metrics.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { countedSourceNumbers } from '@sonde/schema/runs/run-source.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database, Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { columnsOf, type MeasuredColumn, type NamedColumn, namedColumns } from './metric-columns.ts'
import { latestStartMs, type ResultRow, toResult } from './results.ts'
import { endNumber } from './stored-verdicts.ts'

export type RunStatus = 'success' | 'failure'

/** The type tells what the numbers of its results mean. */
export type MeasuredCheck = { checkNo: number; checkType: CheckType }

/** Runs that count in the figures of these checks, by their start: from inclusive, to exclusive. */
export type CountedRuns = {
  checks: readonly MeasuredCheck[]
  from: number
  to: number
  /** Only these; null for all. A degraded run is a success. */
  status: RunStatus | null
}

export type Grouping = {
  by: 'location' | 'statusCode' | null
  buckets: Buckets | null
}

/**
 * Spans of time, numbered from 0: of one width, from the one that begins at `originAt`, which is not after the
 * first run; or each of its own width, as days of a calendar are, the first from `edges[0]` to `edges[1]`.
 */
export type Buckets = { originAt: number; widthMs: number } | { edges: readonly number[] }

/** What is before the first is numbered with it where buckets have edges, and what is after the last, too. */
export function bucketAt(buckets: Buckets, at: number): number {
  if ('widthMs' in buckets) return Math.floor((at - buckets.originAt) / buckets.widthMs)
  const inner = buckets.edges.slice(1, -1)
  let [low, high] = [0, inner.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (at < (inner[middle] ?? Infinity)) high = middle
    else low = middle + 1
  }
  return low
}

export type ValueSums = { n: number; sum: number; sumOfSquares: number; min: number; max: number }

/** The runs of one group. `location` and `statusCode` are null and `bucket` 0 where nobody asked for them. */
export type RunTally = {
  checkNo: number
  location: string | null
  /** Of a group by location: whether this server ran it in place of an agent; null where it is not known. */
  isStandIn: boolean | null
  /** Null also for runs without an answer. */
  statusCode: number | null
  bucket: number
  runs: number
  failed: number
  retries: number
  /** Metrics without any value are missing. */
  sums: Map<MetricName, ValueSums>
  values: Map<MetricName, number[]>
}

/**
 * Nothing that was measured is so large, and PostgreSQL refuses to answer at all when a sum of squares has no
 * place in its numbers.
 */
const largestMeasured = 1e100

/** Whether a stored value counts in statistics; others are taken for not measured. */
export function isMeasurable(value: number): boolean {
  return Math.abs(value) < largestMeasured
}

type Row = Readonly<Record<string, unknown>>

const location = sql`coalesce(location, origin)`

/** Of the metrics in `summed` the database makes sums; of those in `listed` it gives every value. */
export type TalliedMetrics = { summed: readonly MetricName[]; listed: readonly MetricName[] }

/**
 * Counts runs by group. Values come in one array, which is several times faster than a row for each. Checks whose type
 * does not have a metric have no numbers for it.
 */
export async function tallyRuns(
  db: Db,
  scope: CountedRuns,
  grouping: Grouping,
  metrics: TalliedMetrics,
): Promise<RunTally[]> {
  if (scope.checks.length === 0 || scope.from >= scope.to) return []
  const groups = groupExpressions(scope, grouping)
  // SQLite takes twice as long to look at every value, and never fails: it looks only when there is a reason.
  const tallies = await readTallies(db, scope, { groups, metrics, isGuarded: !isSqlite(db) })
  return tallies.every(({ sums }) => [...sums.values()].every(areMeasurable))
    ? tallies
    : await readTallies(db, scope, { groups, metrics, isGuarded: true })
}

function areMeasurable({ min, max }: ValueSums): boolean {
  return isMeasurable(min) && isMeasurable(max)
}

type GroupExpression = { name: string; expression: RawBuilder<unknown> }

async function readTallies(
  db: Db,
  scope: CountedRuns,
  {
    groups,
    metrics,
    isGuarded,
  }: {
    groups: readonly GroupExpression[]
    metrics: TalliedMetrics
    isGuarded: boolean
  },
): Promise<RunTally[]> {
  const columns = [
    ...groups.map(({ name, expression }) => sql`${expression} as ${sql.ref(name)}`),
    sql`count(*) as runs`,
    sql`sum(case when verdict = ${sql.lit(endNumber('failed'))} then 1 else 0 end) as failed`,
    sql`sum(attempt - 1) as retries`,
    ...columnsOf(scope.checks, metrics.summed).flatMap((column) =>
      sumColumns(column, isGuarded ? measurable(column) : sql.ref(column)),
    ),
    ...columnsOf(scope.checks, metrics.listed).map((column) => listColumn(db, column)),
  ]
  const groupBy =
    groups.length === 0
      ? sql``
      : sql`group by ${sql.join(groups.map((_, position) => sql.lit(position + 1)))}`
  const { rows } = await sql<Row>`
    select ${sql.join(columns)} from results where ${isCountedRun(scope)} ${groupBy}`.execute(db)
  const checks = new Map(scope.checks.map((check) => [check.checkNo, check]))
  const [onlyCheck] = scope.checks
  return rows
    .filter((row) => Number(row['runs']) > 0)
    .flatMap((row) => {
      const check = row['check_no'] === undefined ? onlyCheck : checks.get(Number(row['check_no']))
      return check === undefined ? [] : [toTally(check, row, metrics)]
    })
}

function toTally({ checkNo, checkType }: MeasuredCheck, row: Row, metrics: TalliedMetrics): RunTally {
  return {
    checkNo,
    location: typeof row['place'] === 'string' ? row['place'] : null,
    isStandIn: readFlag(row['is_stand_in']),
    statusCode: readValue(row['status_code']),
    bucket: Number(row['bucket'] ?? 0),
    runs: Number(row['runs']),
    failed: Number(row['failed']),
    retries: Number(row['retries']),
    sums: readSums(row, namedColumns(checkType, metrics.summed)),
    values: new Map(
      namedColumns(checkType, metrics.listed).map(({ name, column }) => [
        name,
        readValues(row[`list_${column}`]),
      ]),
    ),
  }
}

function isCountedRun({ checks, from, to, status }: CountedRuns): RawBuilder<unknown> {
  const successes = [endNumber('passed'), endNumber('degraded')]
  const failures = [endNumber('failed')]
  const verdicts = { success: successes, failure: failures, any: [...successes, ...failures] }[
    status ?? 'any'
  ]
  // Rows lie by their slots, and no run starts later than that after its slot. Times are literals, because
  // SQLite takes parameters for fractions and compares each row's whole number with them the slow way.
  return sql`check_no in (${sql.join(checks.map(({ checkNo }) => checkNo))})
    and scheduled_at >= ${sql.lit(from - latestStartMs)} and scheduled_at < ${sql.lit(to)}
    and started_at >= ${sql.lit(from)} and started_at < ${sql.lit(to)}
    and is_final = true
    and source in (${sql.join(countedSourceNumbers.map((number) => sql.lit(number)))})
    and verdict in (${sql.join(verdicts.map((number) => sql.lit(number)))})`
}

function groupExpressions({ checks }: CountedRuns, { by, buckets }: Grouping): GroupExpression[] {
  const groups = []
  if (checks.length > 1) groups.push({ name: 'check_no', expression: sql.ref('check_no') })
  if (by === 'location') {
    groups.push({ name: 'place', expression: location })
    groups.push({ name: 'is_stand_in', expression: sql.ref('is_stand_in') })
  }
  if (by === 'statusCode') groups.push({ name: 'status_code', expression: sql.ref('status_code') })
  if (buckets !== null) {
    groups.push({ name: 'bucket', expression: bucketExpression(buckets, 'started_at') })
  }
  return groups
}

/** As `bucketAt`. With literals: SQLite would take parameters for fractions. */
export function bucketExpression(buckets: Buckets, column: string): RawBuilder<number> {
  const at = sql.ref(column)
  if ('widthMs' in buckets) return sql`(${at} - ${sql.lit(buckets.originAt)}) / ${sql.lit(buckets.widthMs)}`
  const inner = buckets.edges.slice(1, -1)
  if (inner.length === 0) return sql`0`
  // From the newest: most runs that are asked about are recent ones.
  const cases = inner
    .map((edge, index) => sql`when ${at} >= ${sql.lit(edge)} then ${sql.lit(index + 1)}`)
    .toReversed()
  return sql`case ${sql.join(cases, sql` `)} else 0 end`
}

/** As `isMeasurable`. */
function measurable(column: MeasuredColumn): RawBuilder<unknown> {
  const value = sql.ref(column)
  return sql`case when abs(${value}) < ${sql.lit(largestMeasured)} then ${value} end`
}

function sumColumns(column: MeasuredColumn, value: RawBuilder<unknown>): RawBuilder<unknown>[] {
  return [
    sql`count(${value}) as ${sql.ref(`n_${column}`)}`,
    sql`sum(${value}) as ${sql.ref(`sum_${column}`)}`,
    sql`sum((${value}) * (${value})) as ${sql.ref(`squares_${column}`)}`,
    sql`min(${value}) as ${sql.ref(`min_${column}`)}`,
    sql`max(${value}) as ${sql.ref(`max_${column}`)}`,
  ]
}

function listColumn(db: Db, column: MeasuredColumn): RawBuilder<unknown> {
  const value = sql.ref(column)
  const isCounted = sql`abs(${value}) < ${sql.lit(largestMeasured)}`
  const collect = isSqlite(db) ? sql.raw('json_group_array') : sql.raw('json_agg')
  return sql`${collect}(${value}) filter (where ${isCounted}) as ${sql.ref(`list_${column}`)}`
}

function readSums(row: Row, columns: readonly NamedColumn[]): Map<MetricName, ValueSums> {
  const sums = new Map<MetricName, ValueSums>()
  for (const { name, column } of columns) {
    const n = Number(row[`n_${column}`])
    if (n === 0) continue
    sums.set(name, {
      n,
      sum: Number(row[`sum_${column}`]),
      sumOfSquares: Number(row[`squares_${column}`]),
      min: Number(row[`min_${column}`]),
      max: Number(row[`max_${column}`]),
    })
  }
  return sums
}

/** SQLite gives the array as text, PostgreSQL's driver has read it already. Both keep every digit. */
function readValues(list: unknown): number[] {
  const values: unknown = typeof list === 'string' ? JSON.parse(list) : list
  return isNumbers(values) ? values : []
}

/** Every element is a number, because the column has no other values and null is left out. */
function isNumbers(values: unknown): values is number[] {
  return Array.isArray(values)
}

/**
 * One page of the runs of one check, newest start first. Rows lie in the order of their slots, which is
 * nearly that of their starts: the inner query finds how far back the page reaches, so that only so much is
 * sorted.
 */
export async function countedRuns(
  db: Db,
  { check, ...range }: Omit<CountedRuns, 'checks'> & { check: MeasuredCheck },
  page: { limit: number; offset: number },
): Promise<ResultRow[]> {
  if (range.from >= range.to) return []
  const scope = { ...range, checks: [check] }
  const { limit, offset } = page
  const { rows: reached } = await sql<{ oldest: number | null; found: number }>`
    select min(started_at) as oldest, count(*) as found from (
      select started_at from results where ${isCountedRun(scope)}
      order by scheduled_at desc limit ${limit + offset}) newest`.execute(db)
  const { oldest = null, found = 0 } = reached[0] ?? {}
  if (oldest === null || Number(found) <= offset) return []
  // Fewer than asked for: these are all there are, and the scope needs no other beginning.
  const from = Number(found) < limit + offset ? scope.from : Number(oldest)
  const { rows } = await sql<Selectable<Database['results']>>`
    select * from results where ${isCountedRun({ ...scope, from })}
    order by started_at desc, check_run_id desc limit ${limit} offset ${offset}`.execute(db)
  return rows.map((row) => toResult(check.checkType, row))
}

/** SQLite has numbers for it. */
export function readFlag(value: unknown): boolean | null {
  return value === null || value === undefined ? null : Boolean(value)
}

function readValue(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}
