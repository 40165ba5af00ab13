import { availableParallelism, cpus } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { secondMs } from '@sonde/ground/durations.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { Client } from 'pg'
import { clusterPackages, withoutDebianPackages } from '../scripts/debian-packages.ts'
import type { Cluster } from '../scripts/cluster/start-cluster.ts'
import { measureFaults } from './cluster-faults.ts'
import { measureQueue, type QueueCost } from './cluster-queue.ts'
import { settleMs, withCluster } from './cluster-under-load.ts'
import { cpuSecondsOf, mainThreadCpuSecondsOf, treeCpuSecondsOf } from './process-cpu.ts'
import type { Report, Row } from './report.ts'
import { measureSkipLocked } from './skip-locked-queue.ts'
import { spreadOf, type Spread } from './spread.ts'

/** How many monitors, each every minute with ten pings, `none` for the queue alone; with how many servers; how often each fault. */
const sizes = numbersIn(process.env['SIZES'] ?? '10000,50000')
const serverCounts = numbersIn(process.env['SERVERS'] ?? '1,2,3')
const faultTimes = Number(process.env['FAULTS'] ?? 5)
const windowMs = Number(process.env['WINDOW_SECONDS'] ?? 60) * secondMs
/** How many runs are published together to see what the queue costs when it is never idle. */
const neverIdle = 5_000
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

/** Servers that share the checks beside one that runs all of them, and what becomes of runs when parts are killed. */
export async function benchCluster(): Promise<Report> {
  const trouble = withoutDebianPackages(clusterPackages)
  if (trouble !== null) throw new Error(trouble)
  const rows: Row[] = []
  for (const size of sizes) {
    const alone = await measure(size, { servers: 1, hasNats: false })
    rows.push(...rowsOf(`${size}, one server without NATS`, alone))
    let first: Measured | null = null
    for (const servers of serverCounts) {
      const measured = await measure(size, { servers, hasNats: true })
      rows.push(...rowsOf(`${size}, ${servers} with NATS`, measured, { servers, alone }))
      if (first !== null) rows.push(...ratiosOf(`${size}, ${servers} servers / 1`, measured, first))
      if (servers === 1) first = measured
    }
  }
  if (faultTimes > 0 && sizes.length > 0) rows.push(...(await measureFaults(Math.min(...sizes), faultTimes)))
  rows.push(...(await measureQueues()))
  return {
    name: 'cluster',
    machine: `${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`,
    rows,
  }
}

/** The queue as it is when there is much to do, beside what it could have been; then as it is with few runs at a time. */
async function measureQueues(): Promise<Row[]> {
  const rowsOfCost = (what: string, { cpuMicros, ownMicros }: QueueCost, goal: string): Row[] => {
    process.stdout.write(`  queue alone, ${what}: ${cpuMicros.toFixed(1)} µs, ours ${ownMicros.toFixed(1)}\n`)
    return [
      { what: `queue alone, ${what}: CPU per run, everything`, value: cpuMicros, unit: 'µs', goal },
      { what: `queue alone, ${what}: of it this process`, value: ownMicros, unit: 'µs', goal: '' },
    ]
  }
  const rows = [
    ...rowsOfCost('parcels', await measureQueue(neverIdle), '<= 40 µs'),
    ...rowsOfCost('a message for each run', await measureQueue(neverIdle, 'one by one'), ''),
    ...rowsOfCost('PostgreSQL with SKIP LOCKED', await measureSkipLocked(), ''),
  ]
  for (const { slotSize, of } of queued) {
    const cost = await measureQueue(slotSize)
    rows.push(...rowsOfCost(`parcels, ${slotSize} runs at a time (${of})`, cost, ''))
  }
  return rows
}

const cpuOf = ({ cpuMs: { servers, agents, postgres, nats } }: Measured) => servers + agents + postgres + nats

function rowsOf(
  what: string,
  measured: Measured,
  beside: { servers: number; alone: Measured } | null = null,
): Row[] {
  const { lateMs, cpuMs } = measured
  process.stdout.write(`  ${what}: ${JSON.stringify(measured)}\n`)
  return [
    { what: `${what}: started within 1 s`, value: measured.withinASecond, unit: 'a minute', goal: '' },
    { what: `${what}: lateness p50`, value: lateMs.p50, unit: 'ms', goal: '' },
    {
      what: `${what}: lateness p99`,
      value: lateMs.p99,
      unit: 'ms',
      goal: beside === null ? '' : '< 1000 ms',
    },
    { what: `${what}: lateness, worst`, value: lateMs.max, unit: 'ms', goal: '' },
    { what: `${what}: CPU per run, servers`, value: cpuMs.servers, unit: 'ms', goal: '' },
    { what: `${what}: CPU per run, agents`, value: cpuMs.agents, unit: 'ms', goal: '' },
    { what: `${what}: CPU per run, PostgreSQL`, value: cpuMs.postgres, unit: 'ms', goal: '' },
    { what: `${what}: CPU per run, NATS`, value: cpuMs.nats, unit: 'ms', goal: '' },
    { what: `${what}: event loop of the busiest, CPU`, value: measured.busiest.cpu, unit: '', goal: '' },
    { what: `${what}: the same ${withWaits}`, value: measured.busiest.utilization, unit: '', goal: '' },
    { what: `${what}: WAL per run`, value: measured.walBytes, unit: 'bytes', goal: '' },
    { what: `${what}: stored per run`, value: measured.storedBytes, unit: 'bytes', goal: '' },
    ...(beside === null
      ? []
      : [
          {
            what: `${what}: CPU per run / without NATS`,
            value: cpuOf(measured) / cpuOf(beside.alone),
            unit: '',
            goal: beside.servers === 1 ? '<= 1.15' : '',
          },
          {
            what: `${what}: CPU of PostgreSQL / without NATS`,
            value: cpuMs.postgres / beside.alone.cpuMs.postgres,
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
