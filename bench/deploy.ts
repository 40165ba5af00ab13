import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '@sonde/ground/clock.ts'
import { openStore } from '@sonde/store/engine/store.ts'
import { freePort } from '../e2e/support/free-port.ts'
import { startPostgres } from '../scripts/postgres.ts'
import { startChildServer, type ChildServer } from './child-server.ts'
import {
  configuration,
  location,
  mixedProject,
  project,
  rareProject,
  resourceCount,
} from './deploy-documents.ts'
import { installChecks, type Installation } from './install-checks.ts'
import type { Options } from './options.ts'
import type { Report, Row } from './report.ts'
import { spreadOf } from './spread.ts'
import { watchHolds, type Holds } from './writer-holds.ts'

/** Monitors that run every 10 seconds meanwhile. */
const runningCount = Number(process.env['RUNNING'] ?? 1_000)
const periodMs = 10_000
const warmUpMs = 25_000
const serverScript = join(import.meta.dirname, '../packages/server/src/main.ts')

/**
 * Monitoring as code, case 15: a project of 10,000 monitors deployed beside 1,000 that run, one with as many resources of
 * all kinds, and the same as an import.
 */
export async function benchDeploy({ engines }: Options): Promise<Report> {
  const rows: Row[] = []
  for (const engine of engines ?? ['sqlite', 'postgres']) rows.push(...(await measureEngine(engine)))
  return {
    name: 'deploy',
    machine: `${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`,
    rows,
  }
}

async function measureEngine(engine: string): Promise<Row[]> {
  const postgres = engine === 'postgres' ? await startPostgres() : null
  const dataDir = mkdtempSync(join(tmpdir(), 'sonde-bench-'))
  const target = createServer((socket) => {
    // Who measures hangs up as soon as it knows enough.
    socket.on('error', () => {})
    // A socket whose request nobody reads is never closed: ten thousand of them are more than a process may have.
    socket.resume()
    socket.end('here\n')
  })
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  const address = target.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const installation: Installation = {
    dataDir,
    databaseUrl: postgres?.url ?? null,
    accountId: randomUUID(),
    key: `cu_${randomBytes(32).toString('hex')}`,
  }
  try {
    const runningIds = await installChecks(installation, runningMonitors(port))
    const holds = await watchHolds(installation)
    const server = await startChildServer(
      serverScript,
      {
        PORT: String(await freePort()),
        SONDE_DATA_DIR: dataDir,
        ...(postgres === null ? {} : { DATABASE_URL: postgres.url }),
        LOG_LEVEL: 'error',
        ...holds.environment,
      },
      '/health',
      { imports: holds.imports },
    )
    const window = { fromAt: 0, toAt: 0 }
    let rows: Row[]
    try {
      await delay(warmUpMs)
      window.fromAt = Date.now()
      rows = await measure(server, installation, { engine, port, holds })
      window.toAt = Date.now()
      // What was due in the window is given the time to arrive.
      await delay(2 * periodMs)
    } finally {
      await server.stop()
      await holds.close()
    }
    return [...rows, ...(await measureSlots(installation, { engine, runningIds, ...window }))]
  } finally {
    target.close()
    await postgres?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

type Place = { engine: string; port: number; holds: Holds }

async function measure(server: ChildServer, installation: Installation, place: Place): Promise<Row[]> {
  const { engine, port, holds } = place
  const call = caller(server, installation)
  const before = server.residentMegabytes()
  const rows: Row[] = []
  let mostMegabytes = before
  const watching = setInterval(() => {
    mostMegabytes = Math.max(mostMegabytes, server.residentMegabytes())
  }, 50)
  /** Beside it somebody writes something small, again and again. */
  async function timed(what: string, goalSeconds: number | null, work: () => Promise<unknown>) {
    const waits: number[] = []
    const over = new AbortController()
    const others = (async () => {
      for (let turn = 0; !over.signal.aborted; turn++) {
        const from = performance.now()
        await call('PUT', '/v1/variables/OTHER', { key: 'OTHER', value: String(turn) })
        waits.push(performance.now() - from)
        await delay(100)
      }
    })()
    const cpuBefore = server.cpuSeconds()
    const fromAt = Date.now()
    const from = performance.now()
    await work().finally(() => over.abort())
    const seconds = (performance.now() - from) / 1000
    await others
    const { heldMs, heldCpuMs, commitMs, blockedMs } = await holds.longestSince(fromAt)
    const goal = goalSeconds === null ? '' : `< ${goalSeconds} s`
    const label = `${engine}, ${resourceCount}, ${what}`
    rows.push(
      { what: label, value: seconds, unit: 's', goal },
      { what: `${label}: processor time`, value: server.cpuSeconds() - cpuBefore, unit: 's', goal: '' },
      {
        what: `${label}: longest wait of another write`,
        value: Math.max(...waits) / 1000,
        unit: 's',
        goal: '< 1.5 s',
      },
      { what: `${label}: longest hold of the writer`, value: heldMs / 1000, unit: 's', goal: '< 1.5 s' },
      { what: `${label}: its processor time`, value: heldCpuMs / 1000, unit: 's', goal: '' },
      { what: `${label}: longest block of the event loop`, value: blockedMs / 1000, unit: 's', goal: '' },
    )
    const cpu = (server.cpuSeconds() - cpuBefore).toFixed(2)
    process.stdout.write(
      `  ${label}: ${seconds.toFixed(2)} s (${cpu} s of processor), another write ${Math.max(...waits).toFixed(0)} ms, writer held ${heldMs.toFixed(0)} ms (${heldCpuMs.toFixed(0)} of processor, ${commitMs.toFixed(0)} for the commit), blocked ${blockedMs.toFixed(0)} ms\n`,
    )
  }
  try {
    await call('POST', '/v1/variables', { key: 'OTHER', value: '0' })
    const body = project(port)
    const changed = project(port, { name: 'Renamed' })
    const deploy = async (input: object, name = 'bench') => {
      const started = await call('POST', '/v1/projects/deploy?scheduleOnDeploy=false', input)
      for (;;) {
        const path = `/v1/projects/${name}/deployments/${String(started['id'])}/completion?maxWaitSeconds=30`
        const ended = await call('GET', path)
        if (ended['status'] === 'SUCCEEDED') return
        if (ended['statusCode'] !== 408) throw new Error(JSON.stringify(ended).slice(0, 1000))
      }
    }
    const preview = () => call('POST', '/v1/projects/deploy?dryRun=true', body)
    await timed('preview, all new', 3, preview)
    await timed('deploy, all new', engine === 'sqlite' ? 10 : 20, () => deploy(body))
    await timed('preview, nothing changed', 3, preview)
    await timed('deploy, nothing changed', 4, () => deploy(body))
    await timed('deploy, all renamed', null, () => deploy(changed))
    const destroy = async (name: string) => {
      const started = await call('DELETE', `/v1/projects/${name}`)
      const path = `/v1/projects/${name}/deployments/${String(started['id'])}/completion?maxWaitSeconds=30`
      while ((await call('GET', path))['status'] !== 'SUCCEEDED') await delay(20)
    }
    const deployMegabytes = mostMegabytes
    const mixedGoal = engine === 'sqlite' ? 10 : 20
    await timed('deploy of all kinds, all new', mixedGoal, () => deploy(mixedProject(port), 'mixed'))
    const renamed = mixedProject(port, { name: 'Renamed' })
    await timed('deploy of all kinds, all renamed', null, () => deploy(renamed, 'mixed'))
    await timed('destroy of all kinds', null, () => destroy('mixed'))
    await timed('deploy of the rarer kinds, all new', null, () => deploy(rareProject(), 'rare'))
    await timed('deploy of the rarer kinds, all renamed', null, () =>
      deploy(rareProject({ name: 'Renamed' }), 'rare'),
    )
    await timed('destroy of the rarer kinds', null, () => destroy('rare'))
    const document = configuration(port)
    const importPath = '/v1/accounts/me/configuration'
    await timed('import, dry run', null, () => call('POST', `${importPath}?dryRun=true`, document))
    await timed('import, all new', null, () => call('POST', importPath, document))
    await timed('import, nothing changed', null, () => call('POST', importPath, document))
    await timed('destroy', null, () => destroy('bench'))
    rows.push({
      what: `${engine}: resident on top, deploys`,
      value: deployMegabytes - before,
      unit: 'MB',
      goal: '< 400 MB',
    })
    return rows
  } finally {
    clearInterval(watching)
  }
}

/** Of the monitors that ran meanwhile: each slot has a result, and none began much later than it was due. */
async function measureSlots(
  { dataDir, databaseUrl }: Installation,
  {
    engine,
    runningIds,
    fromAt,
    toAt,
  }: { engine: string; runningIds: string[]; fromAt: number; toAt: number },
): Promise<Row[]> {
  const store = await openStore({ dataDir, databaseUrl, encryptionKey: null, clock: systemClock })
  try {
    const results = await store.read
      .selectFrom('results')
      .innerJoin('check_states', 'check_states.no', 'results.check_no')
      .select(['check_states.check_id', 'results.scheduled_at', 'results.started_at'])
      .where('results.scheduled_at', '>=', fromAt)
      .where('results.scheduled_at', '<', toAt)
      .execute()
    const running = new Set(runningIds)
    const slots = results.filter(({ check_id: id }) => running.has(id))
    const lateness = spreadOf(slots.map((slot) => Number(slot.started_at) - Number(slot.scheduled_at)))
    const due = Math.floor((runningIds.length * (toAt - fromAt)) / periodMs)
    const distinct = new Set(slots.map((slot) => `${slot.check_id} ${slot.scheduled_at}`)).size
    return [
      {
        what: `${engine}: slots that ran meanwhile`,
        value: distinct,
        unit: '',
        goal: `${due} ± ${runningIds.length}`,
      },
      { what: `${engine}: lateness p50`, value: lateness.p50, unit: 'ms', goal: '' },
      { what: `${engine}: lateness p99`, value: lateness.p99, unit: 'ms', goal: '< 1500 ms' },
    ]
  } finally {
    await store.close()
  }
}

type Call = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>

function caller({ address }: ChildServer, { key, accountId }: Installation): Call {
  return async (method, path, body) => {
    const answer = await fetch(address + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'x-service-account': accountId,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok && answer.status !== 408)
      throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 1000)}`)
    return JSON.parse(text) as Record<string, unknown>
  }
}

function runningMonitors(port: number): Record<string, unknown>[] {
  return Array.from({ length: runningCount }, (_, number) => ({
    checkType: 'TCP',
    name: `Running ${number}`,
    request: { hostname: '127.0.0.1', port },
    locations: [location],
    frequency: 0,
    frequencyOffset: 10,
  }))
}
