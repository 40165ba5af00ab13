import { dayMs, hourMs } from '@sonde/ground/durations.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { MetricValues } from '@sonde/schema/check-types/check-metrics.ts'
import { countedSourceNumbers, runSources } from '@sonde/schema/runs/run-source.ts'
import { targetVerdicts } from '@sonde/schema/runs/verdict.ts'
import { sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { prepareQuery } from '../engine/prepared-query.ts'
import { fromMetricColumns, metricColumns } from '../results/metric-columns.ts'
import { latestStartMs } from '../results/results.ts'
import { endNumber } from '../results/stored-verdicts.ts'
import { readShare, type StandInShare, storedShare } from './stand-in-share.ts'

export function dayOf(at: number): number {
  return at - (at % dayMs)
}

/** One hour of one check, at all its locations. The type is null when the check is gone. */
export type HourKey = { checkNo: number; hour: number; checkType: CheckType | null }

/** What a rollup says of one location, besides the runs that were due. */
export type RollupStats = {
  /** Scheduled runs of this time that gave a verdict; counted where they began. */
  covered: number
  runs: number
  failed: number
  degraded: number
  errors: number
  retries: number
  measures: Uint8Array | null
  standIns: StandInShare | null
}

/** Hours that wait to be computed, oldest first; `limit` counts locations. */
export async function openHours(
  db: Db,
  { upTo, limit }: { upTo: number; limit: number },
): Promise<HourKey[]> {
  const rows = await db
    .selectFrom('hourly_rollups')
    .leftJoin('check_states', 'check_states.no', 'hourly_rollups.check_no')
    .leftJoin('checks', 'checks.id', 'check_states.check_id')
    .select(['hourly_rollups.check_no', 'hourly_rollups.hour', 'checks.check_type'])
    .where('hourly_rollups.computed_at', 'is', null)
    .where('hourly_rollups.hour', '<=', upTo)
    .orderBy('hourly_rollups.hour')
    .limit(limit)
    .execute()
  const distinct = new Map(
    rows.map((row) => [
      `${row.check_no}/${row.hour}`,
      { checkNo: row.check_no, hour: row.hour, checkType: row.check_type },
    ]),
  )
  return [...distinct.values()]
}

const selectOpenLocations = prepareQuery((db, key: { checkNo: number; hour: number }) => {
  const query = db
    .selectFrom('hourly_rollups')
    .select('location')
    .where('check_no', '=', key.checkNo)
    .where('hour', '=', key.hour)
    .where('computed_at', 'is', null)
  return isSqlite(db) ? query : query.forUpdate().skipLocked()
})

/**
 * The locations of an hour that wait to be computed, locked until the write ends; those that another server
 * has in hand are left out. A result that is stored meanwhile waits for the lock and then reopens the hour.
 */
export async function lockOpenLocations(
  db: Db,
  key: { checkNo: number; hour: number },
): Promise<Set<string>> {
  const { rows } = await selectOpenLocations(db, key)
  return new Set(rows.map(({ location }) => location))
}

/** A final result that counts, or that would if its run had not gone wrong on our side. */
export type HourResult = {
  location: string
  origin: string
  scheduledAt: number
  startedAt: number
  verdict: number
  attempt: number
  isStandIn: boolean | null
  responseTime: number | null
  statusCode: number | null
  metrics: MetricValues
}

const selectHourResults = prepareQuery(
  (db, range: { checkNo: number; earliestSlotAt: number; from: number; to: number }) =>
    db
      .selectFrom('results')
      .select([
        sql<string>`coalesce(location, origin)`.as('location'),
        'origin',
        'scheduled_at',
        'started_at',
        'verdict',
        'attempt',
        'is_stand_in',
        'response_time',
        'status_code',
        ...metricColumns,
      ])
      .where('check_no', '=', range.checkNo)
      .where('scheduled_at', '>=', range.earliestSlotAt)
      .where('scheduled_at', '<', range.to)
      .where('started_at', '>=', range.from)
      .where('started_at', '<', range.to)
      .where('is_final', '=', true)
      .where('source', 'in', countedSourceNumbers)
      .where('verdict', '!=', endNumber('cancelled')),
)

export async function resultsOfHour(
  db: Db,
  { checkNo, checkType, hour }: { checkNo: number; checkType: CheckType; hour: number },
): Promise<HourResult[]> {
  const range = { checkNo, earliestSlotAt: hour - latestStartMs, from: hour, to: hour + hourMs }
  const { rows } = await selectHourResults(db, range)
  return rows.map((row) => ({
    location: row.location,
    origin: row.origin,
    scheduledAt: row.scheduled_at,
    startedAt: row.started_at,
    verdict: row.verdict,
    attempt: row.attempt,
    isStandIn: row.is_stand_in === null ? null : Boolean(row.is_stand_in),
    responseTime: row.response_time,
    statusCode: row.status_code,
    metrics: fromMetricColumns(checkType, row),
  }))
}

const measuredVerdicts = targetVerdicts.map(endNumber)

const selectCovered = prepareQuery((db, range: { checkNo: number; from: number; to: number }) =>
  db
    .selectFrom('results')
    .select([
      sql<number>`scheduled_at / ${sql.lit(hourMs)}`.as('hour_number'),
      'origin',
      sql<number>`count(*)`.as('covered'),
    ])
    .where('check_no', '=', range.checkNo)
    .where('scheduled_at', '>=', range.from)
    .where('scheduled_at', '<', range.to)
    .where('is_final', '=', true)
    .where('source', '=', runSources.indexOf('SCHEDULER'))
    .where('verdict', 'in', measuredVerdicts)
    .groupBy([sql`1`, 'origin']),
)

/** Scheduled runs that gave a verdict, by the hour of their slot and the place where they began: as due is counted. */
export type Covered = { of(hour: number, origin: string): number }

export async function countCovered(
  db: Db,
  range: { checkNo: number; from: number; to: number },
): Promise<Covered> {
  const { rows } = await selectCovered(db, range)
  const counts = new Map(
    rows.map((row) => [`${Number(row.hour_number) * hourMs}/${row.origin}`, Number(row.covered)]),
  )
  return { of: (hour, origin) => counts.get(`${hour}/${origin}`) ?? 0 }
}

/** The same of many checks at all their locations. */
export async function coveredByHour(
  db: Db,
  { checkNos, from, to }: { checkNos: readonly number[]; from: number; to: number },
): Promise<{ checkNo: number; hour: number; covered: number }[]> {
  const { rows } = await sql<{ check_no: number; hour_number: number; covered: number }>`
    select check_no, scheduled_at / ${sql.lit(hourMs)} as hour_number, count(*) as covered from results
    where check_no in (${sql.join(checkNos)})
      and scheduled_at >= ${sql.lit(from)} and scheduled_at < ${sql.lit(to)}
      and is_final = true and source = ${sql.lit(runSources.indexOf('SCHEDULER'))}
      and verdict in (${sql.join(measuredVerdicts.map((number) => sql.lit(number)))})
    group by 1, 2`.execute(db)
  return rows.map((row) => ({
    checkNo: Number(row.check_no),
    hour: Number(row.hour_number) * hourMs,
    covered: Number(row.covered),
  }))
}

const updateCovered = prepareQuery((db, row: RollupKey & { hour: number; covered: number }) =>
  db
    .updateTable('hourly_rollups')
    .set({ covered: row.covered })
    .where('check_no', '=', row.checkNo)
    .where('hour', '=', row.hour)
    .where('location', '=', row.location)
    .where('covered', '!=', row.covered)
    .where('computed_at', 'is not', null),
)

/** Corrects an hour that is computed already, and stays so. True when it was not right. */
export async function correctCovered(
  db: Db,
  row: RollupKey & { hour: number; covered: number },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await updateCovered(db, row)
  return numAffectedRows > 0n
}

type RollupKey = { checkNo: number; location: string }

/** As it is stored. */
type StoredStats = Omit<RollupStats, 'standIns'> & { standIns: number | null }

const updateHour = prepareQuery((db, row: RollupKey & StoredStats & { hour: number; computedAt: number }) =>
  db
    .updateTable('hourly_rollups')
    .set({
      covered: row.covered,
      runs: row.runs,
      failed: row.failed,
      degraded: row.degraded,
      errors: row.errors,
      retries: row.retries,
      measures: row.measures,
      stand_ins: row.standIns,
      computed_at: row.computedAt,
    })
    .where('check_no', '=', row.checkNo)
    .where('hour', '=', row.hour)
    .where('location', '=', row.location),
)

/** Writes an hour as computed. What was due in it stays. */
export async function closeHour(
  db: Db,
  row: RollupKey & RollupStats & { hour: number; computedAt: number },
): Promise<void> {
  await updateHour(db, { ...row, standIns: storedShare(row.standIns) })
}

/** Takes an hour as it stands, because its results are gone. */
export async function closeHourUnread(
  db: Db,
  { checkNo, hour, computedAt }: { checkNo: number; hour: number; computedAt: number },
): Promise<void> {
  await db
    .updateTable('hourly_rollups')
    .set({ computed_at: computedAt })
    .where('check_no', '=', checkNo)
    .where('hour', '=', hour)
    .where('computed_at', 'is', null)
    .execute()
}

const insertHour = prepareQuery((db, key: RollupKey & { hour: number }) =>
  db
    .insertInto('hourly_rollups')
    .values({
      check_no: key.checkNo,
      hour: key.hour,
      location: key.location,
    })
    .onConflict((conflict) => conflict.doNothing()),
)

/** For a location that has results of an hour and, so far, no row. */
export async function addMissingHour(db: Db, key: RollupKey & { hour: number }): Promise<void> {
  await insertHour(db, key)
}

const openOneDay = prepareQuery((db, key: RollupKey & { day: number }) =>
  db
    .insertInto('daily_rollups')
    .values({
      check_no: key.checkNo,
      day: key.day,
      location: key.location,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['check_no', 'day', 'location'])
        .doUpdateSet({ computed_at: null })
        .where('daily_rollups.computed_at', 'is not', null),
    ),
)

/** An hour of this day has changed: the day must be computed, again if it was already. */
export async function openDay(db: Db, key: RollupKey & { day: number }): Promise<void> {
  await openOneDay(db, key)
}

export type DayKey = RollupKey & { day: number }

/** Days that wait to be computed and whose hours all are, oldest first, locked until the write ends. */
export async function lockOpenDays(
  db: Db,
  { upTo, limit }: { upTo: number; limit: number },
): Promise<DayKey[]> {
  const query = db
    .selectFrom('daily_rollups')
    .select(['check_no', 'day', 'location'])
    .where('computed_at', 'is', null)
    .where('day', '<=', upTo)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('hourly_rollups')
            .select('hour')
            .whereRef('hourly_rollups.check_no', '=', 'daily_rollups.check_no')
            .whereRef('hourly_rollups.location', '=', 'daily_rollups.location')
            .whereRef('hourly_rollups.hour', '>=', 'daily_rollups.day')
            .where(sql<boolean>`hourly_rollups.hour < daily_rollups.day + ${sql.lit(dayMs)}`)
            .where('hourly_rollups.computed_at', 'is', null),
        ),
      ),
    )
    .orderBy('day')
    .limit(limit)
  const rows = await (isSqlite(db) ? query : query.forUpdate().skipLocked()).execute()
  return rows.map((row) => ({ checkNo: row.check_no, day: row.day, location: row.location }))
}

const selectHoursOfDay = prepareQuery((db, key: RollupKey & { from: number; to: number }) =>
  db
    .selectFrom('hourly_rollups')
    .select(['due', 'covered', 'runs', 'failed', 'degraded', 'errors', 'retries', 'measures', 'stand_ins'])
    .where('check_no', '=', key.checkNo)
    .where('hour', '>=', key.from)
    .where('hour', '<', key.to)
    .where('location', '=', key.location),
)

export async function hoursOfDay(
  db: Db,
  { checkNo, day, location }: DayKey,
): Promise<(RollupStats & { due: number })[]> {
  const { rows } = await selectHoursOfDay(db, { checkNo, location, from: day, to: day + dayMs })
  return rows.map(({ stand_ins: standIns, ...row }) => ({ ...row, standIns: readShare(standIns) }))
}

const updateDay = prepareQuery((db, row: DayKey & StoredStats & { due: number; computedAt: number }) =>
  db
    .updateTable('daily_rollups')
    .set({
      due: row.due,
      covered: row.covered,
      runs: row.runs,
      failed: row.failed,
      degraded: row.degraded,
      errors: row.errors,
      retries: row.retries,
      measures: row.measures,
      stand_ins: row.standIns,
      computed_at: row.computedAt,
    })
    .where('check_no', '=', row.checkNo)
    .where('day', '=', row.day)
    .where('location', '=', row.location),
)

export async function closeDay(
  db: Db,
  row: DayKey & RollupStats & { due: number; computedAt: number },
): Promise<void> {
  await updateDay(db, { ...row, standIns: storedShare(row.standIns) })
}
