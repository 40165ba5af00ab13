import { randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { dayMs, minuteMs } from '@sonde/ground/durations.ts'
import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import { type CheckMetric, metricsOf } from '@sonde/schema/check-types/check-metrics.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { metricColumns, toMetricColumns } from '@sonde/store/results/metric-columns.ts'
import { makePartition } from '@sonde/store/results/result-partitions.ts'
import { endNumber } from '@sonde/store/results/stored-verdicts.ts'
import { sqliteFile } from '@sonde/store/engine/sqlite/sqlite-engine.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { Client } from 'pg'

export type HistoryCheck = {
  checkId: string
  checkNo: number
  checkType: CheckType
  periodMinutes: number
  /** In turns. */
  locations: readonly string[]
}

/** A result of the check at this place in the list. */
type Row = readonly (number | string | null)[]

/** About as large as the details that runs of these types leave. */
const detailBytes: Readonly<Partial<Record<CheckType, number>>> = {
  ICMP: 120,
  TCP: 160,
  DNS: 180,
  URL: 300,
  GRPC: 200,
  SSL: 350,
  TRACEROUTE: 350,
}

const measuredColumns = ['response_time', 'status_code', ...metricColumns]
const columns = [
  'check_no',
  'scheduled_at',
  'origin',
  'verdict',
  'started_at',
  'check_run_id',
  ...measuredColumns,
] as const
const rowsPerWrite = 20_000

/** The same numbers every time. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Every result of these checks from one moment to another, in the order of time, as they are stored. */
function* makeRows(
  checks: readonly HistoryCheck[],
  { from, to }: { from: number; to: number },
): Generator<Row> {
  const random = createRandom(1)
  const writers = checks.map((check) => createValues(check, random))
  let checkRunId = 0
  for (let minute = 0; from + minute * minuteMs < to; minute += 1) {
    for (const [index, check] of checks.entries()) {
      if ((minute + index) % check.periodMinutes !== 0) continue
      checkRunId += 1
      const at = from + minute * minuteMs + (index % 60) * 1_000
      const origin = check.locations[((minute / check.periodMinutes) % check.locations.length) | 0] ?? ''
      const chance = random()
      const verdict = chance < 0.01 ? 'failed' : chance < 0.03 ? 'degraded' : 'passed'
      const late = Math.floor(random() * 300)
      const values = writers[index]?.() ?? []
      yield [check.checkNo, at, origin, endNumber(verdict), at + late, checkRunId, ...values]
    }
  }
}

/** In the order of `measuredColumns`. */
function createValues({ checkType }: HistoryCheck, random: () => number): () => (number | null)[] {
  const metrics = metricsOf(checkType).filter(({ isResponseTime }) => !isResponseTime)
  const hasStatusCode = kindOf(checkType)?.run?.statusCodeOf !== undefined
  const usualMs = 5 + random() * 200
  return () => {
    const responseTime = usualMs * (0.8 + 0.4 * random()) * (random() < 0.01 ? 10 : 1)
    const statusCode = hasStatusCode ? (random() < 0.99 ? 200 : 503) : null
    const values = Object.fromEntries(
      metrics.map(({ name, unit }) => [name, valueIn(unit, responseTime, random)]),
    )
    const stored = toMetricColumns(checkType, values)
    return [responseTime, statusCode, ...metricColumns.map((column) => stored[column])]
  }
}

function valueIn(unit: CheckMetric['unit'], responseTime: number, random: () => number): number {
  switch (unit) {
    case 'milliseconds':
      return responseTime * random()
    case 'percentage':
      return random() < 0.98 ? 0 : 10
    case 'count':
    case 'score':
      return Math.floor(random() * 90) - 10
  }
}

/** Stores results straight in the database, and that they were due. Returns how many. */
export async function storeHistory(
  store: Store,
  place: { dataDir: string; databaseUrl: string | null },
  checks: readonly HistoryCheck[],
  { from, to, onProgress }: { from: number; to: number; onProgress(stored: number): void },
): Promise<number> {
  for (let day = from; day < to + dayMs; day += dayMs) {
    await store.write((db) => makePartition(db, day))
  }
  const target =
    place.databaseUrl === null ? openFile(place.dataDir, checks) : await connect(place.databaseUrl, checks)
  try {
    let stored = 0
    let waiting: Row[] = []
    for (const row of makeRows(checks, { from, to })) {
      waiting.push(row)
      if (waiting.length < rowsPerWrite) continue
      await target.write(waiting)
      stored += waiting.length
      waiting = []
      if (stored % 1_000_000 < rowsPerWrite) onProgress(stored)
    }
    await target.write(waiting)
    // Hours in which a server has run are counted already.
    await target.run(`
      insert into hourly_rollups (check_no, hour, location, due)
      select check_no, scheduled_at - scheduled_at % 3600000, origin, count(*) from results group by 1, 2, 3
      on conflict do nothing`)
    // As both databases do by themselves when they have grown.
    await target.run('analyze')
    return stored + waiting.length
  } finally {
    await target.close()
  }
}

type Target = {
  write(rows: readonly Row[]): Promise<void>
  run(statement: string): Promise<void>
  close(): Promise<void>
}

const sameForAll = {
  attempt: '1',
  is_final: 'true',
  over_max: 'null',
  source: '0',
  snapshot: '1',
  location: 'null',
  duration_ms: '50.0',
  created_at: 'started_at + 100',
}

function detailsOf(checks: readonly HistoryCheck[]): Map<number, Buffer> {
  return new Map(checks.map((check) => [check.checkNo, randomBytes(detailBytes[check.checkType] ?? 200)]))
}

function openFile(dataDir: string, checks: readonly HistoryCheck[]): Target {
  const db = new DatabaseSync(sqliteFile(dataDir))
  // What is made here is thrown away after an accident.
  db.exec('pragma synchronous = off')
  db.exec('pragma cache_size = -262144')
  const details = detailsOf(checks)
  const names = [...columns, ...Object.keys(sameForAll), 'detail']
  const values = [...columns.map(() => '?'), ...Object.values({ ...sameForAll, created_at: '?5 + 100' }), '?']
  const insert = db.prepare(`insert into results (${names.join(', ')}) values (${values.join(', ')})`)
  return {
    async write(rows) {
      db.exec('begin')
      for (const row of rows) insert.run(...row, details.get(Number(row[0])) ?? null)
      db.exec('commit')
    },
    async run(statement) {
      db.exec(statement)
    },
    async close() {
      db.exec('pragma wal_checkpoint(truncate)')
      db.close()
    },
  }
}

async function connect(databaseUrl: string, checks: readonly HistoryCheck[]): Promise<Target> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('create temporary table details (no bigint primary key, detail bytea)')
  for (const [checkNo, detail] of detailsOf(checks)) {
    await client.query('insert into details values ($1, $2)', [checkNo, detail])
  }
  const types = columns.map((column) => {
    if (column === 'origin') return 'text'
    return measuredColumns.includes(column) ? 'double precision' : 'bigint'
  })
  const names = [...columns, ...Object.keys(sameForAll), 'detail']
  const values = [...columns, ...Object.values(sameForAll), 'details.detail']
  const arrays = types.map((type, index) => `$${index + 1}::${type}[]`)
  const text = `insert into results (${names.join(', ')}) select ${values.join(', ')}
    from unnest(${arrays.join(', ')}) as new(${columns.join(', ')})
    join details on details.no = new.check_no`
  return {
    async write(rows) {
      if (rows.length === 0) return
      await client.query({
        name: 'rows',
        text,
        values: columns.map((_, index) => rows.map((row) => row[index])),
      })
    },
    async run(statement) {
      await client.query(statement)
    },
    close: () => client.end(),
  }
}
