import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { createDayStatsJob } from '@sonde/analytics/day-stats-job.ts'
import { addValue, createMeasure, encodeMeasures } from '@sonde/analytics/measures.ts'
import { packRuns } from '@sonde/analytics/packed-runs.ts'
import { hourMs } from '@sonde/ground/durations.ts'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { rounds } from '@sonde/ground/testing/thoroughness.ts'
import type { CheckOverviewQuery } from '@sonde/schema/checks/check-overview.ts'
import { foldForSearch } from '@sonde/store/engine/text-search.ts'
import { responseTimeNumber } from '@sonde/store/results/metric-columns.ts'
import { type OpenedStore, forOneEngine } from '@sonde/store/testing/engines.ts'
import { addAccount, makeCheck } from '@sonde/store/testing/rows.ts'
import { sql } from 'kysely'
import { readOverview } from './read-overview.ts'

const checks = rounds(10_000)
const readings = rounds(7)
const batch = 1_000
const now = Date.UTC(2026, 7, 1, 10, 30)
const hour = now - (now % hourMs)

forOneEngine(`an overview of ${checks.toLocaleString('en')} checks with a day of results`, (engine) => {
  let opened: OpenedStore
  let accountId: string
  const deps = () => ({
    store: opened.store,
    clock: { now: () => now },
    rawRetentionDays: 30,
    rollupRetentionDays: 400,
  })

  before(async () => {
    opened = await engine.open()
    accountId = (await addAccount(opened.store)).id
    for (let start = 0; start < checks; start += batch) {
      await insertMany(start)
    }
    await insertHistory()
  })
  after(() => opened.close())

  /** Straight into the tables, many rows at a time: storing them one by one is not what is tested. */
  async function insertMany(start: number): Promise<void> {
    const rows = Array.from({ length: Math.min(batch, checks - start) }, (_, index) => {
      const number = start + index
      const name = `Check number ${number}`
      const { config, checkType } = makeCheck(accountId)
      return {
        id: randomUUID(),
        account_id: accountId,
        check_type: checkType,
        name,
        name_folded: foldForSearch(name),
        target_folded: `host-${number}.example.net`,
        activated: number % 50 !== 0,
        muted: number % 20 === 0,
        status: number % 100 === 1 ? ('failing' as const) : ('passing' as const),
        config: JSON.stringify({ ...config, padding: 'x'.repeat(1_000) }),
        created_at: number,
      }
    })
    const tags = rows.flatMap((row, index) =>
      ['all', `team-${index % 10}`].map((tag) => ({
        check_id: row.id,
        account_id: accountId,
        tag,
        check_created_at: row.created_at,
      })),
    )
    await opened.store.write(async (db) => {
      await db.insertInto('checks').values(rows).execute()
      await db.insertInto('check_tags').values(tags).execute()
      const states = rows.map(({ id }) => ({ check_id: id, account_id: accountId, last_result_at: now }))
      await db.insertInto('check_states').values(states).execute()
    })
  }

  /** A run each minute, in hours that are computed but for the last and the running one. */
  async function insertHistory(): Promise<void> {
    for (let index = 0; index < 25; index += 1) {
      const at = hour - index * hourMs
      const isComputed = index > 1
      await opened.store.write((db) => (isComputed ? insertComputed(at)(db) : insertOpen(at)(db)))
    }
    if (opened.store.engine === 'postgres') await opened.store.write((db) => sql`analyze`.execute(db))
  }

  const insertComputed = (at: number) => async (db: OpenedStore['store']['read']) => {
    const values = Array.from({ length: 60 }, (_, minute) => 20 + ((minute * 7) % 60))
    const measure = createMeasure()
    for (const value of values) addValue(measure, value)
    const measures = encodeMeasures(new Map([[responseTimeNumber, measure]]))
    const packed = packRuns(
      'ICMP',
      values.map((value, minute) => ({
        startedAt: at + minute * 60_000,
        isFailed: minute === 0,
        retries: 0,
        statusCode: null,
        metrics: { responseTime: value },
      })),
    )
    await sql`
      insert into hourly_rollups (check_no, hour, location, due, covered, runs, failed, measures, computed_at)
      select no, ${sql.lit(at)}, 'eu-west-1', 60, 60, 60, 1, ${measures}, ${sql.lit(now)} from check_states`.execute(
      db,
    )
    await sql`
      insert into hourly_runs (check_no, hour, location, packed)
      select no, ${sql.lit(at)}, 'eu-west-1', ${packed} from check_states`.execute(db)
  }

  const insertOpen = (at: number) => async (db: OpenedStore['store']['read']) => {
    await sql`
      insert into hourly_rollups (check_no, hour, location, due)
      select no, ${sql.lit(at)}, 'eu-west-1', 60 from check_states`.execute(db)
    for (let minute = 0; minute < 60; minute += 5) {
      const startedAt = at + minute * 60_000
      if (startedAt >= now) break
      await sql`
        insert into results (check_no, scheduled_at, origin, attempt, is_final, verdict, source, snapshot,
          started_at, duration_ms, created_at, check_run_id, response_time, detail)
        select no, ${sql.lit(startedAt)}, 'eu-west-1', 1, true, 0, 0, 1, ${sql.lit(startedAt)}, 50.0,
          ${sql.lit(startedAt)}, no, 20.0 + no % 100, ${new Uint8Array(150)} from check_states`.execute(db)
    }
  }

  const asked: CheckOverviewQuery = { sort: 'status', order: 'asc', limit: 50, page: 1 }

  test('the figures of all checks are computed in the background', async (t) => {
    const job = createDayStatsJob({ ...deps(), log: silentLogger, restShare: 0 })
    const startedAt = performance.now()
    assert.equal(await job.runOnce(), checks)
    t.diagnostic(`all figures: ${(performance.now() - startedAt).toFixed(0)} ms`)
  })

  const running = checks - Math.ceil(checks / 50)
  const numbersLike777 = Array.from({ length: checks }, (_, number) => String(number)).filter((number) =>
    number.startsWith('777'),
  ).length
  const cases: { name: string; query: Partial<CheckOverviewQuery>; total: number; rows?: number }[] = [
    { name: 'first page', query: {}, total: checks },
    { name: 'hundred rows', query: { limit: 100 }, total: checks, rows: 100 },
    { name: 'last page', query: { page: checks / 50 }, total: checks },
    { name: 'by name', query: { sort: 'name' }, total: checks },
    { name: 'by p95', query: { sort: 'p95', order: 'desc' }, total: checks },
    { name: 'by availability', query: { sort: 'availability' }, total: checks },
    { name: 'by last result', query: { sort: 'lastResultAt' }, total: checks },
    { name: 'search of a name', query: { search: 'NUMBER 777' }, total: numbersLike777 },
    { name: 'search of a target', query: { search: 'host-77.example' }, total: 1 },
    { name: 'tag of all', query: { tag: ['all'] }, total: checks },
    { name: 'two tags', query: { tag: ['all', 'team-7'] }, total: checks / 10 },
    { name: 'those that run', query: { activated: true }, total: running },
    { name: 'those that fail', query: { status: ['FAILING'] }, total: checks / 100 },
  ]
  for (const { name, query, total, rows = 50 } of cases) {
    test(`the ${name} has the right checks and the right total`, async (t) => {
      const times: number[] = []
      const cpuBefore = process.cpuUsage()
      for (let round = 0; round < readings; round += 1) {
        const startedAt = performance.now()
        const found = await readOverview(deps(), accountId, { ...asked, ...query })
        times.push(performance.now() - startedAt)
        assert.equal(found.total, total)
        assert.equal(found.checks.length, Math.min(rows, total))
      }
      const { user, system } = process.cpuUsage(cpuBefore)
      const inOrder = times.toSorted((left, right) => left - right).map((time) => time.toFixed(1))
      // The processor time of this process tells of SQLite what the time on the clock cannot on a busy machine.
      const cpu = ((user + system) / 1000 / readings).toFixed(1)
      t.diagnostic(
        `${name}: ${inOrder[0]} to ${inOrder.at(-1)} ms, median ${inOrder[readings >> 1]} ms, CPU ${cpu} ms`,
      )
    })
  }
})
