import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRollupJob } from '@sonde/analytics/rollup-job.ts'
import { dayMs } from '@sonde/ground/durations.ts'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import { metricsOf } from '@sonde/schema/check-types/check-metrics.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { findNumberedChecks } from '@sonde/store/checks/numbered-checks.ts'
import { type Store, openStore } from '@sonde/store/engine/store.ts'
import { startPostgres } from '../scripts/postgres.ts'
import { type InProcessApi, openApi } from './in-process-api.ts'
import type { Options } from './options.ts'
import type { Report, Row } from './report.ts'
import { spreadOf } from './spread.ts'
import { type HistoryCheck, storeHistory } from './stored-history.ts'

/** Early on the first of a month, so that the month before it is all there. */
const now = Date.UTC(2026, 7, 1, 10, 30)
const historyDays = 33
const rawRetentionDays = 30
const clock = { now: () => now }

/** How often checks run, and how many of ten do. */
const frequencies = [
  { periodMinutes: 1, share: 0.1, locations: ['eu-west-1'] },
  { periodMinutes: 5, share: 0.3, locations: ['eu-west-1', 'us-east-1'] },
  { periodMinutes: 10, share: 0.6, locations: ['us-east-1'] },
]

/** As little as makes a check of each type. None of them ever runs. */
const requests: Readonly<Partial<Record<CheckType, object>>> = {
  ICMP: { hostname: '127.0.0.1' },
  URL: { url: 'http://127.0.0.1/' },
  TCP: { hostname: '127.0.0.1', port: 80 },
  DNS: { query: 'localhost', recordType: 'A' },
  SSL: { sslConfig: { hostname: '127.0.0.1' } },
  TRACEROUTE: { url: '127.0.0.1' },
}

const chartGoal = '< 50 ms'

/** Figures of checks among many stored results, on both databases, one after the other. */
export async function benchAnalytics({ results = 10_000_000, engines }: Options): Promise<Report> {
  const rows: Row[] = []
  for (const engine of engines ?? ['sqlite', 'postgres']) {
    const dataDir = mkdtempSync(join(tmpdir(), 'sonde-bench-'))
    const postgres = engine === 'postgres' ? await startPostgres() : null
    try {
      const key = `cu_${randomBytes(32).toString('hex')}`
      const place = { dataDir, databaseUrl: postgres?.url ?? null, key }
      rows.push(...(await measureEngine(engine, place, results)))
    } finally {
      await postgres?.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
  const load = loadavg()[0]?.toFixed(1) ?? ''
  return {
    name: 'analytics',
    machine: `${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}, load ${load}`,
    rows,
  }
}

type Installation = { dataDir: string; databaseUrl: string | null; key: string }

async function measureEngine(engine: string, place: Installation, results: number): Promise<Row[]> {
  const say = createProgress(engine)
  const open = () => openStore({ ...place, encryptionKey: null, clock })
  const store = await open()
  const checks = await makeChecks(store, place, results)
  say(`${checks.length} checks`)
  const range = { from: now - historyDays * dayMs, to: now }
  const stored = await storeHistory(store, place, checks, {
    ...range,
    onProgress: (count) => say(`${count} results`),
  })
  say(`${stored} results, rolling up`)
  await rollUp(store, say)
  await store.close()
  // Opened anew: nothing is in its memory yet, though much still is in that of the system.
  const reopened = await open()
  const api = await openApi({ store: reopened, clock, ...place, rawRetentionDays })
  try {
    const rows = await measureQuestions(api, checks)
    say('measured')
    return [{ what: 'results stored', value: stored, unit: '', goal: '' }, ...rows].map((row) => ({
      ...row,
      what: `${engine}: ${row.what}`,
    }))
  } finally {
    await api.close()
    await reopened.close()
  }
}

function createProgress(engine: string): (what: string) => void {
  const startedAt = performance.now()
  return (what) => {
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    process.stdout.write(`  ${engine}, ${seconds} s: ${what}\n`)
  }
}

async function makeChecks(store: Store, place: Installation, results: number): Promise<HistoryCheck[]> {
  const perCheck = frequencies.reduce(
    (sum, { share, periodMinutes }) => sum + (share * historyDays * 1440) / periodMinutes,
    0,
  )
  const count = Math.max(10, Math.round(results / perCheck))
  const types = Object.keys(requests) as CheckType[]
  const api = await openApi({ store, clock, ...place, rawRetentionDays })
  const made: (Omit<HistoryCheck, 'checkNo'> & { checkId: string })[] = []
  for (const { periodMinutes, share, locations } of frequencies) {
    for (let number = 0; number < Math.round(count * share); number += 1) {
      const checkType = types[number % types.length] ?? 'ICMP'
      const body = { name: `Check ${number}`, activated: false, locations, request: requests[checkType] }
      const answer = await api.call('POST', `/v1/checks/${kindOf(checkType).segment}`, body)
      const { id: checkId } = JSON.parse(answer) as { id: string }
      made.push({ checkId, checkType, periodMinutes, locations })
    }
  }
  const numbered = await findNumberedChecks(store.read, {
    accountId: api.accountId,
    checkIds: made.map(({ checkId }) => checkId),
  })
  await api.close()
  return made.map((check) => ({ ...check, checkNo: numbered.get(check.checkId)?.checkNo ?? 0 }))
}

/** By the job itself, on PostgreSQL as if several servers shared the work. */
async function rollUp(store: Store, say: (what: string) => void): Promise<void> {
  const makeJob = () => createRollupJob({ store, clock, log: silentLogger, rawRetentionDays: 60 })
  const timer = setInterval(() => {
    void countOpenHours(store).then((open) => say(`${open} hours to be rolled up`))
  }, 60_000)
  const jobs = Array.from({ length: store.engine === 'postgres' ? 3 : 1 }, makeJob)
  await Promise.all(jobs.map((job) => job.runOnce()))
  await makeJob().runOnce()
  clearInterval(timer)
}

async function countOpenHours(store: Store): Promise<number> {
  const { open } = await store.read
    .selectFrom('hourly_rollups')
    .select((builder) => builder.fn.countAll<number>().as('open'))
    .where('computed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(open)
}

const perKind = 40

async function measureQuestions(api: InProcessApi, checks: readonly HistoryCheck[]): Promise<Row[]> {
  const rows: Row[] = []
  // Code that was never run is slow, and no server is asked its first question every day.
  for (const check of checks.slice(-20)) await api.call('GET', pathOf(check, chart(check, 360)))
  for (const { periodMinutes } of frequencies) {
    const some = checks.filter((check) => check.periodMinutes === periodMinutes).slice(0, perKind)
    const name = `check every ${periodMinutes} min`
    for (const [what, query, goal] of [
      ['30-day chart by 6 hours', (check: HistoryCheck) => chart(check, 360), chartGoal],
      ['30-day chart by hour, a page of it', (check: HistoryCheck) => chart(check, 60), chartGoal],
      ['30-day summary', summary, chartGoal],
    ] as const) {
      const calls = some.map((check) => () => api.call('GET', pathOf(check, query(check))))
      rows.push(...(await measureCalls(`${what}, ${name}`, calls, goal)))
    }
  }
  for (const range of ['last24Hours', 'last7Days', 'lastMonth']) {
    const batches = batchesOf(checks, 100).map((checkIds) => () => postBatch(api, range, checkIds))
    rows.push(...(await measureCalls(`100 checks, ${range}`, batches, '')))
  }
  return rows
}

function pathOf({ checkType, checkId }: HistoryCheck, query: string): string {
  return `/v1/analytics/${kindOf(checkType).analytics.segment}/${checkId}?quickRange=last30Days&${query}`
}

function timeOf({ checkType }: HistoryCheck): string {
  return metricsOf(checkType).find(({ isResponseTime }) => isResponseTime)?.name ?? ''
}

function chart(check: HistoryCheck, intervalMinutes: number): string {
  const names = ['avg', 'min', 'max', 'p95'].map((suffix) => `${timeOf(check)}_${suffix}`)
  return `metrics=${names.join(',')}&aggregationInterval=${intervalMinutes}&limit=100`
}

function summary(check: HistoryCheck): string {
  const names = ['p50', 'p95', 'p99'].map((suffix) => `${timeOf(check)}_${suffix}`)
  return `metrics=availability,${names.join(',')}`
}

/** Spread over all kinds of checks. */
function batchesOf(checks: readonly HistoryCheck[], size: number): string[][] {
  const count = Math.max(1, Math.floor(checks.length / size))
  return Array.from({ length: count }, (_, batch) =>
    checks.filter((_check, index) => index % count === batch).map(({ checkId }) => checkId),
  ).map((ids) => ids.slice(0, size))
}

function postBatch(api: InProcessApi, quickRange: string, checkIds: string[]): Promise<string> {
  return api.call('POST', `/v1/analytics/checks?quickRange=${quickRange}`, { checkIds })
}

/** Each once, which the database has not read before, and then again. */
async function measureCalls(
  what: string,
  calls: readonly (() => Promise<string>)[],
  goal: string,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const round of ['first', 'again']) {
    const times: number[] = []
    const cpuBefore = process.cpuUsage()
    for (const call of calls) {
      const startedAt = performance.now()
      await call()
      times.push(performance.now() - startedAt)
    }
    const { user, system } = process.cpuUsage(cpuBefore)
    const { p50, p99 } = spreadOf(times)
    rows.push(
      { what: `${what}, ${round}: p50`, value: p50, unit: 'ms', goal },
      { what: `${what}, ${round}: p99 of ${times.length}`, value: p99, unit: 'ms', goal },
      // Says more than the times on a machine that others use too. PostgreSQL's own is not in it.
      {
        what: `${what}, ${round}: processor time`,
        value: (user + system) / 1000 / times.length,
        unit: 'ms',
        goal: '',
      },
    )
  }
  return rows
}
