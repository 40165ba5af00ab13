import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../e2e/support/free-port.ts'
import { agentFlags } from '../scripts/node-options.mjs'
import { startChildServer, type ChildServer } from './child-server.ts'
import { installChecks } from './install-checks.ts'
import { pingMonitors } from './ping-monitors.ts'
import { spreadOf, type Spread } from './spread.ts'
import type { Report, Row } from './report.ts'

/** How many monitors, each every minute with ten pings. `SIZES=100,1000` measures others. */
const sizes = (process.env['SIZES'] ?? '100,1000,10000,100000').split(',').map(Number)
const modes = (process.env['MODES'] ?? 'embedded,separate').split(',')
/** The first minute is special: every check is seen for the first time. */
const warmUpMs = Number(process.env['WARM_UP_SECONDS'] ?? 75) * 1000
const windowMs = Number(process.env['WINDOW_SECONDS'] ?? 60) * 1000
const location = 'eu-west-1'

const serverScript = join(import.meta.dirname, '../packages/server/src/main.ts')
const agentScript = join(import.meta.dirname, '../packages/agent/src/main.ts')

type Measured = {
  expected: number
  latenessMs: Spread
  cpuMsPerRun: number
  bytesPerRun: number
  megabytes: number
}

/** Monitors on loopback from their slot to the stored result, with the agent inside and beside the server. */
export async function benchPipeline(): Promise<Report> {
  const rows: Row[] = []
  for (const size of sizes) {
    for (const mode of modes) {
      const measured = await measure(size, mode)
      rows.push(...toRows(`${size} monitors, ${mode} agent`, measured))
      process.stdout.write(`  ${size} ${mode}: ${JSON.stringify(measured)}\n`)
    }
  }
  return {
    name: 'pipeline',
    machine: `${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`,
    rows,
  }
}

function toRows(what: string, measured: Measured): Row[] {
  const { latenessMs } = measured
  return [
    { what: `${what}: runs`, value: latenessMs.count, unit: '', goal: `${measured.expected} due` },
    { what: `${what}: lateness p50`, value: latenessMs.p50, unit: 'ms', goal: '' },
    { what: `${what}: lateness p99`, value: latenessMs.p99, unit: 'ms', goal: '< 1000 ms' },
    { what: `${what}: CPU per run`, value: measured.cpuMsPerRun, unit: 'ms', goal: '<= 0.6 ms, flat' },
    { what: `${what}: stored per run`, value: measured.bytesPerRun, unit: 'bytes', goal: '< 250' },
    { what: `${what}: resident`, value: measured.megabytes, unit: 'MB', goal: '' },
  ]
}

async function measure(size: number, mode: string): Promise<Measured> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sonde-bench-'))
  const accountId = randomUUID()
  const key = `cu_${randomBytes(32).toString('hex')}`
  const processes: ChildServer[] = []
  try {
    await installChecks({ dataDir, databaseUrl: null, accountId, key }, pingMonitors(size, location))
    const isEmbedded = mode === 'embedded'
    const server = await startChildServer(
      serverScript,
      {
        PORT: String(await freePort()),
        SONDE_DATA_DIR: dataDir,
        SONDE_EMBEDDED_AGENT: isEmbedded ? 'on' : 'off',
        LOG_LEVEL: 'error',
      },
      '/health',
    )
    processes.push(server)
    if (!isEmbedded) processes.push(await startAgent(server.address, { accountId, key }))
    await delay(warmUpMs)
    return await measureWindow(processes, dataDir, size)
  } finally {
    for (const running of processes.toReversed()) {
      await running.stop()
    }
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function startAgent(
  serviceUrl: string,
  { accountId, key }: { accountId: string; key: string },
): Promise<ChildServer> {
  const answer = await fetch(`${serviceUrl}/v1/locations/${location}/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'x-service-account': accountId },
  })
  const { rawKey } = (await answer.json()) as { rawKey: string }
  const port = String(await freePort())
  return await startChildServer(
    agentScript,
    { PORT: port, AGENT_HEALTH_PORT: port, SERVICE_URL: serviceUrl, API_KEY: rawKey, LOG_LEVEL: 'ERROR' },
    '/-/liveness',
    { flags: agentFlags },
  )
}

async function measureWindow(
  processes: readonly ChildServer[],
  dataDir: string,
  size: number,
): Promise<Measured> {
  const cpu = () => processes.reduce((sum, running) => sum + running.cpuSeconds(), 0)
  const db = new DatabaseSync(join(dataDir, 'sonde.db'), { readOnly: true })
  const count = () => Number(db.prepare('select count(*) as count from results').get()?.['count'])
  const [fromAt, cpuBefore, runsBefore] = [Date.now(), cpu(), count()]
  await delay(windowMs)
  const [toAt, cpuAfter, runsAfter] = [Date.now(), cpu(), count()]
  // What began in the window; its results are given the time to arrive.
  await delay(12_000)
  const lateness = db
    .prepare(
      'select started_at - scheduled_at as late from results where scheduled_at >= ? and scheduled_at < ? and scheduled_at % 1000 = 0',
    )
    .all(fromAt, toAt)
    .map((row) => Number(row['late']))
  const stored = Number(
    db.prepare("select sum(pgsize) as bytes from dbstat where name in ('results', 'hourly_rollups')").get()?.[
      'bytes'
    ],
  )
  const total = count()
  db.close()
  return {
    expected: Math.round((size * (toAt - fromAt)) / 60_000),
    latenessMs: spreadOf(lateness),
    cpuMsPerRun: ((cpuAfter - cpuBefore) * 1000) / (runsAfter - runsBefore),
    bytesPerRun: stored / total,
    megabytes: processes.reduce((sum, running) => sum + running.residentMegabytes(), 0),
  }
}
