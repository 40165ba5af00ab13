import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { installRuntime, scriptRunsAt } from '@sonde/agent/testing/script-runs.ts'
import { toolsWith } from '@sonde/agent/testing/probe-tools.ts'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { startIcmp } from '@sonde/probes/icmp/start.ts'
import { findSandboxLevels } from '@sonde/sandbox/find-sandbox-levels.ts'
import type { SandboxLevel } from '@sonde/sandbox/sandbox.ts'
import { endNumber } from '@sonde/store/results/stored-verdicts.ts'
import { freePort } from '../e2e/support/free-port.ts'
import { startChildServer } from './child-server.ts'
import { installChecks } from './install-checks.ts'
import { childCpuSecondsOf } from './process-cpu.ts'
import { reapOrphans } from './reap-orphans.ts'
import type { Report, Row } from './report.ts'
import { spreadOf } from './spread.ts'

const runsPerLevel = Number(process.env['RUNS'] ?? 60)
const scripted = Number(process.env['SCRIPTED'] ?? 1_000)
const monitors = Number(process.env['MONITORS'] ?? 5_000)
const warmUpMs = Number(process.env['WARM_UP_SECONDS'] ?? 75) * 1000
const windowMs = Number(process.env['WINDOW_SECONDS'] ?? 60) * 1000
const location = 'eu-west-1'
const serverScript = join(import.meta.dirname, '../packages/server/src/main.ts')
const userIds = { first: 90_000_000 + process.pid * 200, last: 90_000_199 + process.pid * 200 }

/** What a script before a request costs at each level, and a thousand of them a minute beside other monitors. */
export async function benchScripts(): Promise<Report> {
  const folders = mkdtempSync(join(tmpdir(), 'sonde-bench-scripts-'))
  chmodSync(folders, 0o755)
  const { offers, release } = await findSandboxLevels({ folders, userIds, log: silentLogger })
  const rows: Row[] = []
  try {
    const bare = offers.find(({ name }) => name === 'process')?.level ?? null
    const base = bare === null ? null : await measureLevel(bare)
    for (const { name, level, missing } of offers) {
      if (level === null) process.stdout.write(`  ${name} cannot be had: ${missing}\n`)
      else
        rows.push(
          ...levelRows(name, level === bare && base !== null ? base : await measureLevel(level), base),
        )
    }
  } finally {
    await release()
    rmSync(folders, { recursive: true, force: true })
  }
  rows.push(...(await measureMinute()))
  return {
    name: 'scripts',
    machine: `${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`,
    rows,
  }
}

type LevelCosts = { cpuMs: number; coldMs: number; warmMs: number; megabytes: number }

const goals: Readonly<Record<string, string>> = {
  namespaces: '<= process + 15 ms',
  user: '<= process + 60 ms',
  landlock: '<= process + 60 ms',
}

function levelRows(name: string, costs: LevelCosts, base: LevelCosts | null): Row[] {
  const over =
    base === null || name === 'process' ? '' : ` (${Math.round(costs.cpuMs - base.cpuMs)} over process)`
  return [
    { what: `${name}: CPU per run${over}`, value: costs.cpuMs, unit: 'ms', goal: goals[name] ?? '' },
    { what: `${name}: run with a ready sandbox, p50`, value: costs.warmMs, unit: 'ms', goal: '' },
    { what: `${name}: run without one, p50`, value: costs.coldMs, unit: 'ms', goal: '' },
    { what: `${name}: memory of one that waits`, value: costs.megabytes, unit: 'MB', goal: '<= 60 MB' },
  ]
}

/** Whole runs one after the other: request and verdict are part of them, and the same at every level. */
async function measureLevel(level: SandboxLevel): Promise<LevelCosts> {
  const icmp = await startIcmp()
  const script = { setup: `request.headers['X-Now'] = String(Date.now())` }
  try {
    const cold = await scriptRunsAt(level, toolsWith(icmp), { poolSize: 0 })
    const coldMs = await timeRuns(() => cold.run(script), 10)
    await cold.close()
    const warm = await scriptRunsAt(level, toolsWith(icmp), { poolSize: 2 })
    await warm.run(script)
    await delay(500)
    const megabytes = proportionalMegabytes('main.mjs') / 2
    const cpu = () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1000 + childCpuSecondsOf(process.pid) * 1000
    }
    const before = cpu()
    // A pause between two runs, as between those of a schedule: the next sandbox is ready by then.
    const warmMs = await timeRuns(() => warm.run(script), runsPerLevel, 150)
    const cpuMs = (cpu() - before) / runsPerLevel
    await warm.close()
    return { cpuMs, coldMs, warmMs, megabytes }
  } finally {
    await icmp.close()
  }
}

async function timeRuns(run: () => Promise<unknown>, count: number, pauseMs = 0): Promise<number> {
  const times: number[] = []
  for (let nth = 0; nth < count; nth += 1) {
    const startedMs = performance.now()
    await run()
    times.push(performance.now() - startedMs)
    await delay(pauseMs)
  }
  return spreadOf(times).p50
}

/** Of the programs whose command line has this in it; what they share counts once. */
function proportionalMegabytes(part: string): number {
  const kilobytes = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map((entry) => {
      try {
        if (!readFileSync(`/proc/${entry}/cmdline`, 'utf8').includes(part)) return 0
        return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${entry}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
      } catch {
        // It has ended meanwhile.
        return 0
      }
    })
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024
}

/** A server with its own agent: scripted API checks beside monitors, each once a minute. */
async function measureMinute(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sonde-bench-'))
  const runtimes = mkdtempSync(join(tmpdir(), 'sonde-bench-runtimes-'))
  chmodSync(runtimes, 0o755)
  mkdirSync(runtimes, { recursive: true })
  installRuntime(runtimes)
  const target = createServer((_request, response) => void response.end('{"ok":true}'))
  target.listen(0, '127.0.0.1')
  await once(target, 'listening')
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`
  const place = {
    dataDir,
    databaseUrl: null,
    accountId: randomUUID(),
    key: `cu_${randomBytes(32).toString('hex')}`,
  }
  try {
    await installChecks(place, checks(url))
    const server = await startChildServer(
      serverScript,
      {
        PORT: String(await freePort()),
        SONDE_DATA_DIR: dataDir,
        SONDE_EMBEDDED_AGENT: 'on',
        SANDBOX_UIDS: `${userIds.first}-${userIds.last}`,
        SCRIPT_CONCURRENCY: '16',
        SCRIPT_POOL: '4',
        RUNTIMES_DIR: runtimes,
        LOG_LEVEL: 'error',
      },
      '/health',
    )
    await delay(warmUpMs)
    const cpu = () => {
      reapOrphans()
      return {
        own: server.cpuSeconds(),
        scripts: childCpuSecondsOf(server.pid) + childCpuSecondsOf(process.pid),
      }
    }
    const [fromAt, before] = [Date.now(), cpu()]
    await delay(windowMs)
    const [toAt, after] = [Date.now(), cpu()]
    // What was due in the window has its minute.
    await delay(60_000)
    const rows = minuteRows(dataDir, { fromAt, toAt })
    await server.stop()
    const seconds = (toAt - fromAt) / 1000
    return [
      ...rows,
      {
        what: 'cores for sandboxes',
        value: (after.scripts - before.scripts) / seconds,
        unit: '',
        goal: '<= 1.2',
      },
      { what: 'cores of server and agent', value: (after.own - before.own) / seconds, unit: '', goal: '' },
    ]
  } finally {
    target.close()
    target.closeAllConnections()
    for (const folder of [dataDir, runtimes]) rmSync(folder, { recursive: true, force: true })
  }
}

function minuteRows(dataDir: string, { fromAt, toAt }: { fromAt: number; toAt: number }): Row[] {
  const db = new DatabaseSync(join(dataDir, 'sonde.db'), { readOnly: true })
  const rowsOf = (checkType: string) =>
    db
      .prepare(
        `select results.started_at - results.scheduled_at as late
           from results join check_states on check_states.no = results.check_no
           join checks on checks.id = check_states.check_id
          where checks.check_type = ? and results.scheduled_at >= ? and results.scheduled_at < ?
            and results.scheduled_at % 1000 = 0 and results.verdict = ?`,
      )
      .all(checkType, fromAt, toAt, endNumber('passed'))
      .map((row) => Number(row['late']))
  const [scripts, others] = [spreadOf(rowsOf('API')), spreadOf(rowsOf('ICMP'))]
  db.close()
  const due = (count: number) => `${Math.round((count * (toAt - fromAt)) / 60_000)} due`
  return [
    { what: 'scripted API checks: passed runs', value: scripts.count, unit: '', goal: due(scripted) },
    {
      what: 'scripted API checks: start late, p99',
      value: scripts.p99,
      unit: 'ms',
      goal: 'within the minute',
    },
    { what: 'scripted API checks: start late, worst', value: scripts.max, unit: 'ms', goal: '< 60000 ms' },
    { what: 'monitors beside them: passed runs', value: others.count, unit: '', goal: due(monitors) },
    { what: 'monitors beside them: start late, p99', value: others.p99, unit: 'ms', goal: '< 1000 ms' },
  ]
}

function checks(url: string): Record<string, unknown>[] {
  const common = { locations: [location], frequency: 1, retryStrategy: null, doubleCheck: false }
  const own = Array.from({ length: scripted }, (_, number) => ({
    ...common,
    checkType: 'API',
    name: `Scripted ${number}`,
    request: { url },
    localSetupScript: `request.headers['X-Now'] = String(Date.now())`,
  }))
  const others = Array.from({ length: monitors }, (_, number) => ({
    ...common,
    name: `Monitor ${number}`,
    request: { hostname: `127.0.${(number >> 8) & 255}.${number & 255 || 1}`, pingCount: 2 },
  }))
  return [...own, ...others]
}
