import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { startChildServer, type ChildServer } from './child-server.ts'
import { freePort } from '../e2e/support/free-port.ts'
import type { Report } from './report.ts'

const connections = 64
const warmUpSeconds = 3
const roundSeconds = 4
/** The two are measured in turns, so that a busy moment of the machine hits both. */
const rounds = 3
/** Each key may ask 600 times a minute; so many that the limit is never what is measured. */
const keyCount = 550
const monitorCount = 40

const serverScript = join(import.meta.dirname, '../packages/server/src/main.ts')
const peerScript = join(import.meta.dirname, 'empty-server.ts')

const update = {
  name: 'Edge router',
  activated: true,
  frequency: 5,
  locations: ['eu-west-1', 'us-east-1'],
  tags: ['network', 'edge'],
  request: {
    hostname: 'edge1.example.net',
    pingCount: 10,
    assertions: [{ source: 'LATENCY', property: 'avg', comparison: 'LESS_THAN', target: '100' }],
  },
  retryStrategy: { type: 'FIXED', baseBackoffSeconds: 30, maxRetries: 2 },
  heartbeat: {},
  script: '',
}

/** `PUT /v1/checks/icmp/{id}` against an empty handler with the same schemas, one after the other. */
export async function benchApi(): Promise<Report> {
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
      LOG_LEVEL: 'warn',
    },
    '/health',
  )
  try {
    const idleMegabytes = server.residentMegabytes()
    const owner = { authorization: `Bearer ${key}`, 'x-service-account': accountId }
    const monitors = await repeat(monitorCount, () =>
      post(`${server.address}/v1/checks/icmp`, owner, { name: 'New', request: { hostname: '127.0.0.1' } }),
    )
    const keys = await repeat(keyCount, (index) =>
      post(`${server.address}/v1/accounts/me/api-keys`, owner, {
        name: `bench ${index}`,
        role: 'READ_WRITE',
      }),
    )
    const requests = keys.map((made, index) => ({
      method: 'PUT' as const,
      path: `/v1/checks/icmp/${String(monitors[index % monitorCount]?.['id'])}`,
      headers: {
        authorization: `Bearer ${String(made['key'])}`,
        'x-service-account': accountId,
        'content-type': 'application/json',
      },
      body: JSON.stringify(update),
    }))
    const sample = await send(server, requests[0])
    const peer = await startChildServer(
      peerScript,
      { PORT: String(await freePort()), ANSWER: JSON.stringify(sample) },
      '/health',
    )
    const [ours, empty] = await measureInTurns([server, peer], requests).finally(() => peer.stop())
    if (!ours || !empty) throw new Error('nothing was measured')
    return {
      name: 'api',
      machine: `${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`,
      rows: [
        { what: 'PUT check', value: ours.perSecond, unit: 'requests/s', goal: '' },
        { what: 'empty handler, same schemas', value: empty.perSecond, unit: 'requests/s', goal: '' },
        { what: 'ratio', value: ours.perSecond / empty.perSecond, unit: '', goal: '>= 0.5' },
        { what: 'PUT check, processor time', value: ours.cpuMicroseconds, unit: 'µs', goal: '' },
        { what: 'empty handler, processor time', value: empty.cpuMicroseconds, unit: 'µs', goal: '' },
        { what: 'PUT check, p99', value: ours.p99Ms, unit: 'ms', goal: '' },
        { what: 'empty handler, p99', value: empty.p99Ms, unit: 'ms', goal: '' },
        { what: 'start to first answer', value: server.startMs, unit: 'ms', goal: '< 2000' },
        { what: 'resident, idle', value: idleMegabytes, unit: 'MB', goal: '< 150' },
        { what: 'resident, after the load', value: ours.residentMegabytes, unit: 'MB', goal: '' },
      ],
    }
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true })
  }
}

type Stats = { perSecond: number; p99Ms: number; cpuMicroseconds: number; residentMegabytes: number }

/** The middle of the rounds, for each server. */
async function measureInTurns(
  servers: readonly ChildServer[],
  requests: autocannon.Request[],
): Promise<Stats[]> {
  const measured = new Map<ChildServer, Stats[]>(servers.map((server) => [server, []]))
  for (const server of servers) await load(server, requests, warmUpSeconds)
  for (let round = 0; round < rounds; round += 1) {
    for (const server of servers) measured.get(server)?.push(await load(server, requests, roundSeconds))
  }
  return servers.map((server) => {
    const stats = (measured.get(server) ?? []).toSorted((a, b) => a.perSecond - b.perSecond)
    const middle = stats[Math.floor(stats.length / 2)]
    if (!middle) throw new Error('nothing was measured')
    return middle
  })
}

async function load(server: ChildServer, requests: autocannon.Request[], duration: number): Promise<Stats> {
  const cpuBefore = server.cpuSeconds()
  const result = await autocannon({ url: server.address, connections, requests, duration })
  const cpuSeconds = server.cpuSeconds() - cpuBefore
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} answers were refusals and ${result.errors} requests failed`)
  }
  return {
    perSecond: result.requests.average,
    p99Ms: result.latency.p99,
    cpuMicroseconds: (cpuSeconds * 1e6) / result.requests.total,
    residentMegabytes: server.residentMegabytes(),
  }
}

async function send(server: ChildServer, request: autocannon.Request | undefined): Promise<unknown> {
  const answer = await fetch(server.address + String(request?.path), {
    method: 'PUT',
    headers: request?.headers as Record<string, string>,
    body: String(request?.body),
  })
  if (!answer.ok) throw new Error(`the sample was answered with ${answer.status}`)
  return answer.json()
}

async function post(url: string, headers: Record<string, string>, body: object) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Record<string, unknown>
}

async function repeat<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index)))
}
