import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '@sonde/ground/clock.ts'
import { secondMs } from '@sonde/ground/durations.ts'
import { openStore, type Store } from '@sonde/store/engine/store.ts'
import { Client } from 'pg'
import { freePort } from '../e2e/support/free-port.ts'
import { type Cluster, startCluster } from '../scripts/cluster/start-cluster.ts'
import { measureQueue } from './cluster-queue.ts'
import { installChecks } from './install-checks.ts'
import { pingMonitors } from './ping-monitors.ts'
import { cpuSecondsOf, mainThreadCpuSecondsOf, treeCpuSecondsOf } from './process-cpu.ts'
import type { Report, Row } from './report.ts'
import { spreadOf, type Spread } from './spread.ts'

/** How many monitors, each every minute with ten pings, `none` for the queue alone; with how many servers; how often each fault. */
const sizes = numbersIn(process.env['SIZES'] ?? '10000,50000')
const serverCounts = numbersIn(process.env['SERVERS'] ?? '1,2,3')
const faultTimes = Number(process.env['FAULTS'] ?? 5)
/**
 * For each server: the first minute is special, because every check is seen for the first time, and of several servers
 * each takes the results of a part of them in a minute.
 */
const warmUpMs = Number(process.env['WARM_UP_SECONDS'] ?? 75) * secondMs
const windowMs = Number(process.env['WINDOW_SECONDS'] ?? 60) * secondMs
/** What began in the window is given the time to arrive. */
const settleMs = 12 * secondMs
/** From a fault until everything is as it was. */
const afterFaultMs = 25 * secondMs
const periodMs = 60 * secondMs
const location = 'eu-west-1'
/** What one server publishes in a second, so many monitors every minute being spread over all seconds. */
const queued = [
  { slotSize: 833, of: '50,000 monitors, one server' },
  { slotSize: 278, of: '50,000 monitors, three servers' },
  { slotSize: 56, of: '10,000 monitors, three servers' },
]

function numbersIn(text: string): number[] {
  return text === 'none' ? [] : text.split(',').map(Number)
}

type Measured = {
  withinASecond: number
  lateMs: Spread
  cpuMs: { servers: number; agents: number; postgres: number; nats: number }
  /** Of the time, what the busiest server's event loop was not idle, and what its thread had a core. */
  busiest: { utilization: number; cpu: number }
  walBytes: number
  storedBytes: number
}

type Gap = { latestMs: number; lost: number; twice: number }

/** Servers that share the checks beside one that runs all of them, and what becomes of runs when parts are killed. */
export async function benchCluster(): Promise<Report> {
  const rows: Row[] = []
  for (const size of sizes) {
    const alone = await measure(size, { servers: 1, hasNats: false })
    rows.push(...rowsOf(`${size}, one server without NATS`, alone, null))
    let first: Measured | null = null
    for (const servers of serverCounts) {
      const measured = await measure(size, { servers, hasNats: true })
      rows.push(...rowsOf(`${size}, ${servers} with NATS`, measured, alone))
      if (first !== null) rows.push(...ratiosOf(`${size}, ${servers} servers / 1`, measured, first))
      if (servers === 1) first = measured
    }
  }
  if (faultTimes > 0 && sizes.length > 0) rows.push(...(await measureFaults(Math.min(...sizes))))
  for (const { slotSize, of } of queued) {
    const queue = await measureQueue(slotSize)
    const what = `queue alone, ${slotSize} runs at a time (${of})`
    rows.push({
      what: `${what}: CPU per run, everything`,
      value: queue.cpuMicros,
      unit: 'µs',
      goal: '<= 40 µs',
    })
    rows.push({ what: `${what}: of it this process`, value: queue.ownMicros, unit: 'µs', goal: '' })
  }
  return {
    name: 'cluster',
    machine: `${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`,
    rows,
  }
}

const cpuOf = ({ cpuMs: { servers, agents, postgres, nats } }: Measured) => servers + agents + postgres + nats

function rowsOf(what: string, measured: Measured, alone: Measured | null): Row[] {
  const { lateMs, cpuMs } = measured
  process.stdout.write(`  ${what}: ${JSON.stringify(measured)}\n`)
  return [
    { what: `${what}: started within 1 s`, value: measured.withinASecond, unit: 'a minute', goal: '' },
    { what: `${what}: lateness p50`, value: lateMs.p50, unit: 'ms', goal: '' },
    { what: `${what}: lateness p99`, value: lateMs.p99, unit: 'ms', goal: alone === null ? '' : '< 1000 ms' },
    { what: `${what}: lateness, worst`, value: lateMs.max, unit: 'ms', goal: '' },
    { what: `${what}: CPU per run, servers`, value: cpuMs.servers, unit: 'ms', goal: '' },
    { what: `${what}: CPU per run, agents`, value: cpuMs.agents, unit: 'ms', goal: '' },
    { what: `${what}: CPU per run, PostgreSQL`, value: cpuMs.postgres, unit: 'ms', goal: '' },
    { what: `${what}: CPU per run, NATS`, value: cpuMs.nats, unit: 'ms', goal: '' },
    { what: `${what}: event loop of the busiest, CPU`, value: measured.busiest.cpu, unit: '', goal: '' },
    { what: `${what}: the same ${withWaits}`, value: measured.busiest.utilization, unit: '', goal: '' },
    { what: `${what}: WAL per run`, value: measured.walBytes, unit: 'bytes', goal: '' },
    { what: `${what}: stored per run`, value: measured.storedBytes, unit: 'bytes', goal: '' },
    ...(alone === null
      ? []
      : [
          {
            what: `${what}: CPU per run / without NATS`,
            value: cpuOf(measured) / cpuOf(alone),
            unit: '',
            goal: '<= 1.15',
          },
          {
            what: `${what}: CPU of PostgreSQL / without NATS`,
            value: cpuMs.postgres / alone.cpuMs.postgres,
            unit: '',
            goal: '',
          },
        ]),
  ]
}

/**
 * What event-loop utilisation measures. A loop that waits for a core is not idle, so that on two cores which three servers
 * share with three agents, PostgreSQL and NATS it says how busy the machine is, and not how much one server has to do.
 */
const withWaits = 'with waits for a core'

function ratiosOf(what: string, measured: Measured, first: Measured): Row[] {
  return [
    { what: `${what}: CPU per run`, value: cpuOf(measured) / cpuOf(first), unit: '', goal: '<= 1.15' },
    {
      what: `${what}: event loop of the busiest, CPU`,
      value: measured.busiest.cpu / first.busiest.cpu,
      unit: '',
      goal: '<= 0.42 with 3',
    },
    {
      what: `${what}: the same ${withWaits}`,
      value: measured.busiest.utilization / first.busiest.utilization,
      unit: '',
      goal: '<= 0.42 with 3, on cores of their own',
    },
  ]
}

async function withCluster<Result>(
  size: number,
  { servers, hasNats }: { servers: number; hasNats: boolean },
  work: (cluster: Cluster, store: Store) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-bench-'))
  try {
    await using ends = new AsyncDisposableStack()
    const cluster = await startCluster({
      folder,
      port: Math.min(await freePort(), 32_700),
      monitors: 0,
      servers,
      agents: servers,
      hasNats,
      settings: { LOG_LEVEL: 'error' },
      postgresSettings: { shared_buffers: '256MB' },
      async prepare({ databaseUrl, dataDir }) {
        const account = { accountId: randomUUID(), key: `cu_${randomBytes(32).toString('hex')}` }
        await installChecks({ dataDir, databaseUrl, ...account }, pingMonitors(size, location))
      },
    })
    ends.defer(cluster.stop)
    const store = await openStore({
      dataDir: join(folder, 'data'),
      databaseUrl: cluster.postgres.url,
      encryptionKey: null,
      clock: systemClock,
    })
    ends.defer(() => store.close())
    await delay(warmUpMs * servers)
    return await work(cluster, store)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(size: number, shape: { servers: number; hasNats: boolean }): Promise<Measured> {
  return await withCluster(size, shape, async (cluster, store) => {
    const { servers, agents, postgres, nats } = cluster
    const sum = (pids: readonly (number | null)[]) =>
      pids.reduce<number>((seconds, pid) => seconds + (pid === null ? 0 : cpuSecondsOf(pid)), 0)
    const read = async () => ({
      at: Date.now(),
      runs: await countResults(store),
      wal: await numberOf(cluster, walBytes),
      servers: sum(servers.map((part) => part.pid())),
      loops: servers.map((part) => mainThreadCpuSecondsOf(part.pid() ?? 0)),
      agents: sum(agents.map((part) => part.pid())),
      nats: sum((nats?.nodes ?? []).map((node) => node.pid())),
      postgres: treeCpuSecondsOf(postgres.pid() ?? 0),
    })
    await utilizations(cluster)
    const before = await read()
    await delay(windowMs)
    const after = await read()
    const utilization = Math.max(...(await utilizations(cluster)))
    const loopSeconds = after.loops.map((seconds, index) => seconds - (before.loops[index] ?? 0))
    const cpu = (Math.max(...loopSeconds) * secondMs) / (after.at - before.at)
    await delay(settleMs)
    const late = await lateness(store, before.at, after.at)
    const runs = after.runs - before.runs
    const perRun = (what: 'servers' | 'agents' | 'nats' | 'postgres') =>
      ((after[what] - before[what]) * 1_000) / runs
    return {
      withinASecond: (late.filter((ms) => ms <= secondMs).length * 60 * secondMs) / (after.at - before.at),
      lateMs: spreadOf(late),
      cpuMs: {
        servers: perRun('servers'),
        agents: perRun('agents'),
        postgres: perRun('postgres'),
        nats: perRun('nats'),
      },
      busiest: { utilization, cpu },
      walBytes: (after.wal - before.wal) / runs,
      storedBytes: (await numberOf(cluster, storedBytes)) / (await countResults(store)),
    }
  })
}

async function measureFaults(size: number): Promise<Row[]> {
  return await withCluster(size, { servers: 3, hasNats: true }, async (cluster, store) => {
    const { servers, nats } = cluster
    const rows: Row[] = []
    const repeat = async (what: string, goal: string, happen: (nth: number) => Promise<void>) => {
      const gaps: Gap[] = []
      for (let nth = 0; nth < faultTimes; nth += 1) gaps.push(await gapOf(store, () => happen(nth)))
      process.stdout.write(`  ${what}: ${JSON.stringify(gaps)}\n`)
      const worst = (of: (gap: Gap) => number) => Math.max(...gaps.map(of))
      rows.push(
        { what: `${what}: latest run`, value: worst(({ latestMs }) => latestMs) / secondMs, unit: 's', goal },
        { what: `${what}: lost`, value: worst(({ lost }) => lost), unit: 'runs', goal: '0' },
        { what: `${what}: twice`, value: worst(({ twice }) => twice), unit: 'checks', goal: '0' },
      )
    }
    const part = (nth: number) => servers[nth % servers.length]
    await repeat('server killed', '<= 10 s', async (nth) => {
      part(nth)?.kill('SIGKILL')
      await delay(afterFaultMs)
      await part(nth)?.start()
    })
    await repeat('server stopped', '<= 2 s', async (nth) => {
      await part(nth)?.stop()
      await delay(afterFaultMs)
      await part(nth)?.start()
    })
    await repeat('node of NATS killed', '<= 10 s', async (nth) => {
      const node = nats?.nodes[nth % 3]
      await node?.kill()
      await delay(afterFaultMs)
      await node?.start()
    })
    return rows
  })
}

/** How late the latest run was that was due around a fault, and which slots have no result, or two that count. */
async function gapOf(store: Store, happen: () => Promise<void>): Promise<Gap> {
  const fromAt = Date.now()
  await happen()
  await delay(afterFaultMs)
  const rows = await store.read
    .selectFrom('results')
    .select(['check_no', 'scheduled_at', 'started_at'])
    .where('is_final', '=', true)
    .where('scheduled_at', '>=', fromAt - periodMs)
    .where('scheduled_at', '<', Date.now() - settleMs)
    .orderBy('scheduled_at')
    .execute()
  const gap: Gap = { latestMs: 0, lost: 0, twice: 0 }
  for (const ofCheck of Map.groupBy(rows, ({ check_no: no }) => no).values()) {
    for (const [index, row] of ofCheck.entries()) {
      gap.latestMs = Math.max(gap.latestMs, row.started_at - row.scheduled_at)
      const next = ofCheck[index + 1]
      if (next === undefined) continue
      const steps = (next.scheduled_at - row.scheduled_at) / periodMs
      if (steps < 1) gap.twice += 1
      else gap.lost += Math.round(steps) - 1
    }
  }
  return gap
}

async function countResults(store: Store): Promise<number> {
  const { count } = await store.read
    .selectFrom('results')
    .select((of) => of.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function lateness(store: Store, fromAt: number, toAt: number): Promise<number[]> {
  const rows = await store.read
    .selectFrom('results')
    .select(['started_at', 'scheduled_at'])
    .where('scheduled_at', '>=', fromAt)
    .where('scheduled_at', '<', toAt)
    .execute()
  return rows.map((row) => row.started_at - row.scheduled_at)
}

const walBytes = "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as number"
const storedBytes = `select sum(pg_total_relation_size(inhrelid)) as number from pg_inherits
  where inhparent = 'results'::regclass`

async function numberOf({ postgres }: Cluster, query: string): Promise<number> {
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  try {
    const { rows } = await client.query<{ number: string }>(query)
    return Number(rows[0]?.number)
  } finally {
    await client.end()
  }
}

/** Of each server, since they were asked last. */
async function utilizations({ servers, url }: Cluster): Promise<number[]> {
  const { port } = new URL(url)
  return await Promise.all(
    servers.map(async (_, index) => {
      const answer = await fetch(`http://127.0.0.1:${Number(port) + 1 + index}/metrics`)
      return Number(/^sonde_event_loop_utilization (.*)$/m.exec(await answer.text())?.[1])
    }),
  )
}
