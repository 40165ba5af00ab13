import { chunks } from '@sonde/ground/chunks.ts'
import { hourMs } from '@sonde/ground/durations.ts'
import type { MetricValues } from '@sonde/schema/check-types/check-metrics.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { type RunSource, runSources } from '@sonde/schema/runs/run-source.ts'
import type { RunEnd } from '@sonde/schema/runs/verdict.ts'
import type { Selectable } from 'kysely'
import type { Database, Db } from '../engine/database.ts'
import { prepareBatch } from '../engine/batch-statement.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { prepareQuery } from '../engine/prepared-query.ts'
import { rowsPerStatement } from '../engine/statement-limits.ts'
import { type AttemptKey, namesAttempt } from './result-assets.ts'
import { eachMetricColumn, fromMetricColumns, toMetricColumns } from './metric-columns.ts'
import { endNumber, endOfNumber } from './stored-verdicts.ts'

/** One attempt of a run. `origin` is where the run began, `location` where this attempt ran. */
export type ResultRow = {
  checkNo: number
  /** By which its metrics have their names. */
  checkType: CheckType
  scheduledAt: number
  origin: string
  attempt: number
  isFinal: boolean
  verdict: RunEnd
  overMax: boolean | null
  source: RunSource
  snapshot: number
  location: string
  startedAt: number
  durationMs: number
  createdAt: number
  checkRunId: number
  responseTime: number | null
  /** Null for types that have none, and without a response. */
  statusCode: number | null
  metrics: MetricValues
  /** Made by `encodeDetail`. */
  detail: Uint8Array
  /** Why it did not pass, as alerts say it; null of what passed, and of results from before this was kept. */
  reason: string | null
  /**
   * Whether the embedded agent ran it in place of an agent of the location. Null when nobody ran it, and of results
   * from before this was kept.
   */
  isStandIn: boolean | null
}

/** A retry may wait ten minutes, and each attempt some more for an agent. Nothing starts later than this after its slot. */
export const latestStartMs = hourMs

type Columns = Selectable<Database['results']>

const insertOne = prepareQuery((db, row: ReturnType<typeof toColumns>) =>
  db
    .insertInto('results')
    // Each by its name: a prepared query cannot look at what it is given.
    .values({
      check_no: row.check_no,
      scheduled_at: row.scheduled_at,
      origin: row.origin,
      attempt: row.attempt,
      is_final: row.is_final,
      verdict: row.verdict,
      over_max: row.over_max,
      source: row.source,
      snapshot: row.snapshot,
      location: row.location,
      started_at: row.started_at,
      duration_ms: row.duration_ms,
      created_at: row.created_at,
      check_run_id: row.check_run_id,
      response_time: row.response_time,
      status_code: row.status_code,
      ...eachMetricColumn((column) => row[column]),
      detail: row.detail,
      reason: row.reason,
      is_stand_in: row.is_stand_in,
    })
    .onConflict((conflict) => conflict.doNothing()),
)

const columnTypes = {
  check_no: 'bigint',
  scheduled_at: 'bigint',
  origin: 'text',
  attempt: 'integer',
  is_final: 'boolean',
  verdict: 'integer',
  over_max: 'boolean',
  source: 'integer',
  snapshot: 'integer',
  location: 'text',
  started_at: 'bigint',
  duration_ms: 'double precision',
  created_at: 'bigint',
  check_run_id: 'bigint',
  response_time: 'double precision',
  status_code: 'double precision',
  ...eachMetricColumn(() => 'double precision' as const),
  detail: 'bytea',
  reason: 'text',
  is_stand_in: 'boolean',
} as const satisfies Record<keyof Columns, string>

/** Safe because an object that is written like this has no other keys. */
const batchColumns = Object.keys(columnTypes) as readonly (keyof typeof columnTypes)[]

/** Of PostgreSQL, with `resultColumns` from the first parameter on; also a part of a statement that writes more. */
export const insertResultsText = `
  insert into results (${batchColumns.join(', ')})
  select * from unnest(${batchColumns.map((column, index) => `$${index + 1}::${columnTypes[column]}[]`).join(', ')})
  on conflict do nothing
  returning check_no, scheduled_at, origin, attempt`

/** How many parameters that has. */
export const resultColumnCount = batchColumns.length

export type InsertedResult = Pick<Columns, 'check_no' | 'scheduled_at' | 'origin' | 'attempt'>

const insertBatch = prepareBatch<InsertedResult>(insertResultsText)

export function resultColumns(rows: readonly ResultRow[]) {
  const values = rows.map(toColumns)
  return batchColumns.map((column) => values.map((row) => row[column]))
}

/** Which of the rows are among those that were inserted: of two equal ones the first is. */
export function areInserted(rows: readonly ResultRow[], inserted: readonly InsertedResult[]): boolean[] {
  const keys = new Set(
    inserted.map((row) => `${row.check_no}/${row.scheduled_at}/${row.origin}/${row.attempt}`),
  )
  return rows.map((row) => keys.delete(`${row.checkNo}/${row.scheduledAt}/${row.origin}/${row.attempt}`))
}

/**
 * Stores each attempt once, whoever reports it and however often. Tells for each row whether it is new.
 */
export async function insertResults(db: Db, rows: readonly ResultRow[]): Promise<boolean[]> {
  if (isSqlite(db)) {
    const isNew: boolean[] = []
    for (const row of rows) {
      const { numAffectedRows } = await insertOne(db, toColumns(row))
      isNew.push(numAffectedRows === 1n)
    }
    return isNew
  }
  const inserted: InsertedResult[] = []
  for (const chunk of chunks(rows, rowsPerStatement)) {
    inserted.push(...(await insertBatch(db, resultColumns(chunk))).rows)
  }
  return areInserted(rows, inserted)
}

function toColumns(row: ResultRow) {
  return {
    check_no: row.checkNo,
    scheduled_at: row.scheduledAt,
    origin: row.origin,
    attempt: row.attempt,
    is_final: row.isFinal,
    verdict: endNumber(row.verdict),
    over_max: row.overMax,
    source: runSources.indexOf(row.source),
    snapshot: row.snapshot,
    location: row.location === row.origin ? null : row.location,
    started_at: row.startedAt,
    duration_ms: row.durationMs,
    created_at: row.createdAt,
    check_run_id: row.checkRunId,
    response_time: row.responseTime,
    status_code: row.statusCode,
    ...toMetricColumns(row.checkType, row.metrics),
    detail: row.detail,
    reason: row.reason,
    is_stand_in: row.isStandIn,
  }
}

export function toResult(checkType: CheckType, row: Columns): ResultRow {
  return {
    checkNo: row.check_no,
    checkType,
    scheduledAt: row.scheduled_at,
    origin: row.origin,
    attempt: row.attempt,
    isFinal: Boolean(row.is_final),
    verdict: endOfNumber(row.verdict),
    overMax: row.over_max === null ? null : Boolean(row.over_max),
    source: runSources[row.source] ?? 'SCHEDULER',
    snapshot: row.snapshot,
    location: row.location ?? row.origin,
    startedAt: row.started_at,
    durationMs: row.duration_ms,
    createdAt: row.created_at,
    checkRunId: row.check_run_id,
    responseTime: row.response_time,
    statusCode: row.status_code,
    metrics: fromMetricColumns(checkType, row),
    detail: row.detail,
    reason: row.reason,
    isStandIn: row.is_stand_in === null ? null : Boolean(row.is_stand_in),
  }
}

const selectAttempts = prepareQuery((db, run: { checkNo: number; scheduledAt: number }) =>
  db
    .selectFrom('results')
    .selectAll()
    .where('check_no', '=', run.checkNo)
    .where('scheduled_at', '=', run.scheduledAt)
    .orderBy('origin')
    .orderBy('attempt'),
)

/** Every attempt of the runs of one moment, at all locations. */
export async function attemptsAt(
  db: Db,
  run: { checkNo: number; checkType: CheckType; scheduledAt: number },
): Promise<ResultRow[]> {
  return (await selectAttempts(db, run)).rows.map((row) => toResult(run.checkType, row))
}

/** These attempts, in no order; those that are gone are missing. */
export async function attemptsOf(
  db: Db,
  checkType: CheckType,
  keys: readonly AttemptKey[],
): Promise<ResultRow[]> {
  if (keys.length === 0) return []
  const rows = await db.selectFrom('results').selectAll().where(namesAttempt(keys)).execute()
  return rows.map((row) => toResult(checkType, row))
}

/** Makes a stored attempt the last one of its run; null when there is none, or it was the last already. */
export async function makeFinal(
  db: Db,
  key: { checkNo: number; checkType: CheckType; scheduledAt: number; origin: string; attempt: number },
): Promise<ResultRow | null> {
  const row = await db
    .updateTable('results')
    .set({ is_final: true })
    .where('check_no', '=', key.checkNo)
    .where('scheduled_at', '=', key.scheduledAt)
    .where('origin', '=', key.origin)
    .where('attempt', '=', key.attempt)
    .where('is_final', '=', false)
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? null : toResult(key.checkType, row)
}
