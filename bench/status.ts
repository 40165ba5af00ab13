import { spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import autocannon from 'autocannon'
import { dayMs } from '@sonde/ground/durations.ts'
import { freePort } from '../e2e/support/free-port.ts'
import { startChildServer, type ChildServer } from './child-server.ts'
import type { Report } from './report.ts'

const connections = 16
const warmUpSeconds = 3
const roundSeconds = 4
/** The two are measured in turns, so that a busy moment of the machine hits both. */
const rounds = 3
const serviceCount = 50
const days = 90
const coldRounds = 30

const serverScript = join(import.meta.dirname, '../packages/server/src/main.ts')
const peerScript = join(import.meta.dirname, 'text-server.ts')

/** A status page with 50 services and an incident on each of 90 days, against a handler that answers with a text. */
export async function benchStatus(): Promise<Report> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sonde-bench-'))
  const accountId = randomUUID()
  const key = `cu_${randomBytes(32).toString('hex')}`
  const server = await startChildServer(
    serverScript,
    {
      PORT: String(await freePort()),
      SONDE_DATA_DIR: dataDir,
      SONDE_ACCOUNT_ID: accountId,
      SONDE_API_KEY: key,
      SONDE_EMBEDDED_AGENT: 'off',
      LOG_LEVEL: 'warn',
    },
    '/health',
  )
  try {
    const send = sender(server, { authorization: `Bearer ${key}`, 'x-service-account': accountId })
    const services = await fillPage(send)
    const path = '/status/bench'
    const page = await (await fetch(server.address + path)).text()
    const bytes = Buffer.byteLength(page)
    const peer = await startChildServer(
      peerScript,
      { PORT: String(await freePort()), BYTES: String(bytes) },
      '/',
    )
    const isPinned = [server, peer].every(({ pid }) => pinToOneCore(pid))
    const targets = [
      { server, path },
      { server: peer, path: '/' },
    ]
    const [ours, empty] = await measureInTurns(targets).finally(() => peer.stop())
    if (!ours || !empty) throw new Error('nothing was measured')
    const packed = await load({ server, path }, roundSeconds, { 'accept-encoding': 'gzip' })
    const cold = await measureCold(server, path, send, services)
    return {
      name: 'status',
      machine: `${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}${isPinned ? ', servers on one core' : ''}`,
      rows: [
        { what: 'status page', value: ours.perSecond, unit: 'requests/s', goal: '' },
        { what: 'text of the same size', value: empty.perSecond, unit: 'requests/s', goal: '' },
        { what: 'ratio', value: ours.perSecond / empty.perSecond, unit: '', goal: '' },
        { what: 'status page, processor time', value: ours.cpuMicroseconds, unit: 'µs', goal: '' },
        { what: 'text, processor time', value: empty.cpuMicroseconds, unit: 'µs', goal: '' },
        { what: 'status page, gzip', value: packed.perSecond, unit: 'requests/s', goal: '' },
        { what: 'status page, p50', value: ours.p50Ms, unit: 'ms', goal: '< 20' },
        { what: 'status page, p99', value: ours.p99Ms, unit: 'ms', goal: '' },
        { what: 'text, p50', value: empty.p50Ms, unit: 'ms', goal: '' },
        { what: 'text, p99', value: empty.p99Ms, unit: 'ms', goal: '' },
        { what: 'one visitor, warm, p50', value: await measureOne(server, path), unit: 'ms', goal: '< 20' },
        { what: 'after a write, p50', value: middleOf(cold), unit: 'ms', goal: '' },
        { what: 'after a write, worst', value: Math.max(...cold), unit: 'ms', goal: '' },
        { what: 'page', value: bytes, unit: 'bytes', goal: '< 50000' },
        { what: 'page, gzip', value: gzipSync(page).length, unit: 'bytes', goal: '' },
      ],
    }
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true })
  }
}

type Send = (method: 'POST' | 'PUT', path: string, body: object) => Promise<Record<string, unknown>>

function sender(server: ChildServer, headers: Record<string, string>): Send {
  return async (method, path, body) => {
    const json = { ...headers, 'content-type': 'application/json' }
    const request: RequestInit = { method, headers: json, body: JSON.stringify(body) }
    const answer = await fetch(server.address + path, request)
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Record<string, unknown>
  }
}

async function fillPage(send: Send): Promise<string[]> {
  const services = await Promise.all(
    Array.from({ length: serviceCount }, async (_, index) => {
      const made = await send('POST', '/v1/status-pages/services', { name: `Service number ${index}` })
      return String(made['id'])
    }),
  )
  const cards = [0, 1, 2, 3, 4].map((card) => ({
    name: `Card ${card}`,
    services: services.slice(card * 10, card * 10 + 10).map((id) => ({ id })),
  }))
  await send('POST', '/v1/status-pages', { name: 'Bench', url: 'bench', cards })
  for (let day = 0; day < days; day += 1) {
    const at = Date.now() - day * dayMs - dayMs / 4
    const about = services.filter((_, index) => (index * 7 + day) % 10 === 0)
    // One after the other, as incidents come.
    const incident = await send('POST', '/v1/status-pages/incidents', {
      name: `Incident of day ${day}`,
      severity: ['MINOR', 'MEDIUM', 'MAJOR', 'CRITICAL'][day % 4],
      services: about.map((id) => ({ id })),
      incidentUpdates: [
        { description: 'We look into it.', publicIncidentUpdateDate: new Date(at).toISOString() },
      ],
    })
    if (day < 2) continue
    await send('POST', `/v1/status-pages/incidents/${String(incident['id'])}/incident-updates`, {
      description: 'It is over.',
      status: 'RESOLVED',
      publicIncidentUpdateDate: new Date(at + dayMs / 24).toISOString(),
    })
  }
  return services
}

/** The other core is for whoever asks. False where that cannot be had. */
function pinToOneCore(pid: number): boolean {
  return spawnSync('taskset', ['-acp', '0', String(pid)]).status === 0
}

type Target = { server: ChildServer; path: string }
type Stats = { perSecond: number; p50Ms: number; p99Ms: number; cpuMicroseconds: number }

/** The middle of the rounds, for each. */
async function measureInTurns(targets: readonly Target[]): Promise<Stats[]> {
  const measured = new Map<Target, Stats[]>(targets.map((target) => [target, []]))
  for (const target of targets) await load(target, warmUpSeconds)
  for (let round = 0; round < rounds; round += 1) {
    for (const target of targets) measured.get(target)?.push(await load(target, roundSeconds))
  }
  return targets.map((target) => {
    const stats = (measured.get(target) ?? []).toSorted((a, b) => a.perSecond - b.perSecond)
    const middle = stats[Math.floor(stats.length / 2)]
    if (!middle) throw new Error('nothing was measured')
    return middle
  })
}

async function load(
  { server, path }: Target,
  duration: number,
  headers: Record<string, string> = {},
): Promise<Stats> {
  const cpuBefore = server.cpuSeconds()
  const result = await autocannon({ url: server.address + path, connections, duration, headers })
  const cpuSeconds = server.cpuSeconds() - cpuBefore
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} answers were refusals and ${result.errors} requests failed`)
  }
  return {
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    cpuMicroseconds: (cpuSeconds * 1e6) / result.requests.total,
  }
}

async function measureOne(server: ChildServer, path: string): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 200; round += 1) times.push(await timed(server.address + path))
  return middleOf(times)
}

/** The first visit after something was written that the page shows. */
async function measureCold(
  server: ChildServer,
  path: string,
  send: Send,
  services: readonly string[],
): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < coldRounds; round += 1) {
    const service = services[round % services.length] ?? ''
    await send('PUT', `/v1/status-pages/services/${service}`, { name: `Renamed in round ${round}` })
    times.push(await timed(server.address + path))
  }
  return times
}

async function timed(url: string): Promise<number> {
  const startedAt = performance.now()
  const answer = await fetch(url)
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return performance.now() - startedAt
}

function middleOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
