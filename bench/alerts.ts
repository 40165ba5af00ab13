import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '@sonde/ground/clock.ts'
import { secondMs } from '@sonde/ground/durations.ts'
import { openStore, type Store } from '@sonde/store/engine/store.ts'
import { call } from '../e2e/support/api-client.ts'
import { freePort } from '../e2e/support/free-port.ts'
import { startChildServer, type ChildServer } from './child-server.ts'
import { installChecks, type Installation } from './install-checks.ts'
import type { Report, Row } from './report.ts'
import { spreadOf, type Spread } from './spread.ts'
import type { ReceivedWebhook } from './webhook-receiver.ts'

const location = 'eu-west-1'
const bystanders = 1_000
const singles = 240
const flipEveryMs = 250
const burst = 1_000
const channelsOfBurst = 20

/** Installing, starting and subscribing, and what is special about the first runs. */
const beforeSinglesMs = 30 * secondMs
/** A flipped monitor fails at its next slot, and every bystander has had a slot since the last flip. */
const settleMs = 12 * secondMs
const betweenBurstsMs = 42 * secondMs
const giveUpMs = 60 * secondMs
/** In which every bystander has one slot. */
const burstWindowMs = 10 * secondMs
/** Long enough to see whether anything comes twice. */
const watchMs = 5 * secondMs

const gridMs = 6 * secondMs
const burstMinutes = 10

const serverScript = join(import.meta.dirname, '../packages/server/src/main.ts')
const receiverScript = join(import.meta.dirname, 'webhook-receiver.ts')

type Burst = {
  inAfterMs: number
  deliveries: number
  distinct: number
  fromResultMs: Spread
  bystandersLateMs: Spread
}

type Measured = { single: Spread; bystandersLateMs: Spread; spread: Burst; together: Burst }

/** From a failing result to the webhook in another process. `DATABASE_URL` names an empty database to use instead of SQLite. */
export async function benchAlerts(): Promise<Report> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sonde-bench-'))
  const databaseUrl = process.env['DATABASE_URL'] ?? null
  const key = `cu_${randomBytes(32).toString('hex')}`
  const processes: ChildServer[] = []
  try {
    const install = { dataDir, databaseUrl, accountId: randomUUID(), key }
    const measured = await measure(install, processes)
    process.stdout.write(`  ${JSON.stringify(measured)}\n`)
    return {
      name: 'alerts',
      machine: `${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}, ${
        databaseUrl === null ? 'SQLite' : 'PostgreSQL'
      }`,
      rows: toRows(measured),
    }
  } finally {
    for (const running of processes.toReversed()) {
      await running.stop()
    }
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function toRows({ single, bystandersLateMs, spread, together }: Measured): Row[] {
  const bursts = [
    [`${burst} at once, ${channelsOfBurst} channels`, spread],
    [`${burst} at once, one channel`, together],
  ] as const
  return [
    { what: 'single failures', value: single.count, unit: '', goal: `${singles} made` },
    { what: 'result to webhook, p50', value: single.p50, unit: 'ms', goal: '' },
    { what: 'result to webhook, p99', value: single.p99, unit: 'ms', goal: '< 1000 ms' },
    { what: 'lateness of others in that minute, p99', value: bystandersLateMs.p99, unit: 'ms', goal: '' },
    ...bursts.flatMap(([what, seen]) => [
      { what: `${what}: slot to the last webhook`, value: seen.inAfterMs, unit: 'ms', goal: '' },
      { what: `${what}: result to webhook, p50`, value: seen.fromResultMs.p50, unit: 'ms', goal: '' },
      { what: `${what}: received`, value: seen.deliveries, unit: '', goal: `${burst}` },
      { what: `${what}: received twice`, value: seen.deliveries - seen.distinct, unit: '', goal: '0' },
      {
        what: `${what}: lateness of others, p99`,
        value: seen.bystandersLateMs.p99,
        unit: 'ms',
        goal: '< 1000 ms',
      },
    ]),
  ]
}

async function measure(install: Installation, processes: ChildServer[]): Promise<Measured> {
  const singlesAt = Date.now() + beforeSinglesMs
  const firstBurstAt = Math.ceil((singlesAt + singles * flipEveryMs + settleMs) / gridMs) * gridMs
  const secondBurstAt = firstBurstAt + betweenBurstsMs
  const ids = await installChecks(install, [
    ...monitors(bystanders, 'bystander', often()),
    ...monitors(singles, 'single', often()),
    ...monitors(burst, 'spread', { ...onceAt(firstBurstAt), shouldFail: true }),
    ...monitors(burst, 'together', { ...onceAt(secondBurstAt), shouldFail: true }),
  ])
  const [ofBystanders, ofSingles, ofSpread, ofTogether] = split(ids, [bystanders, singles, burst, burst])
  const receiver = await startChildServer(receiverScript, { PORT: String(await freePort()) }, '/')
  processes.push(receiver)
  const server = await startChildServer(
    serverScript,
    {
      PORT: String(await freePort()),
      SONDE_DATA_DIR: install.dataDir,
      ...(install.databaseUrl === null ? {} : { DATABASE_URL: install.databaseUrl }),
      ALERT_BUDGET_PER_MINUTE: '100000',
      LOG_LEVEL: 'error',
    },
    '/health',
  )
  processes.push(server)
  const api = apiOf(server, install)
  await subscribe(api, `${receiver.address}/single`, ofSingles)
  for (let channel = 0; channel < channelsOfBurst; channel += 1) {
    const own = ofSpread.filter((_, index) => index % channelsOfBurst === channel)
    await subscribe(api, `${receiver.address}/spread/${channel}`, own)
  }
  await subscribe(api, `${receiver.address}/together`, ofTogether)

  if (Date.now() > singlesAt) throw new Error('this machine is too slow: the server was not ready in time')
  await delay(singlesAt - Date.now())
  for (const [index, id] of ofSingles.entries()) {
    await delay(Math.max(0, singlesAt + index * flipEveryMs - Date.now()))
    await api('PATCH', `/v1/checks/icmp/${id}`, { shouldFail: true })
  }
  await untilReceived(receiver, '/single', singles)
  const quietUntil = Date.now()
  await delay(firstBurstAt - Date.now())
  const spreadIn = await untilReceived(receiver, '/spread', burst)
  await delay(secondBurstAt - Date.now())
  const togetherIn = await untilReceived(receiver, '/together', burst)
  await delay(Math.max(watchMs, burstWindowMs - (togetherIn - secondBurstAt)))

  const webhooks = await receivedBy(receiver)
  const { dataDir, databaseUrl } = install
  const store = await openStore({ dataDir, databaseUrl, encryptionKey: null, clock: systemClock })
  try {
    const failedAt = await firstFailures(store)
    const lateness = (fromAt: number, toAt: number) => latenessOf(store, ofBystanders, { fromAt, toAt })
    const sinceResult = (path: string) => sinceResultMs(webhooks, path, failedAt)
    const burstOf = async (path: string, at: number, inAt: number): Promise<Burst> => {
      const own = webhooks.filter((webhook) => webhook.path.startsWith(path))
      return {
        inAfterMs: inAt - at,
        deliveries: own.length,
        distinct: new Set(own.map(({ checkId }) => checkId)).size,
        fromResultMs: spreadOf(sinceResult(path)),
        bystandersLateMs: await lateness(at, Math.max(at + burstWindowMs, inAt)),
      }
    }
    return {
      single: spreadOf(sinceResult('/single')),
      bystandersLateMs: await lateness(quietUntil - 60 * secondMs, quietUntil),
      spread: await burstOf('/spread', firstBurstAt, spreadIn),
      together: await burstOf('/together', secondBurstAt, togetherIn),
    }
  } finally {
    await store.close()
  }
}

function monitors(
  count: number,
  name: string,
  more: Readonly<Record<string, unknown>>,
): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, number) => ({
    name: `${name} ${number}`,
    request: { hostname: `127.1.${(number >> 8) & 255}.${number & 255 || 1}`, pingCount: 1 },
    locations: [location],
    doubleCheck: false,
    retryStrategy: null,
    ...more,
  }))
}

/** Spread over all seconds by their ids. */
function often(): Record<string, unknown> {
  return { frequency: 0, frequencyOffset: 10 }
}

/** On the grid of slots, once within this benchmark. */
function onceAt(at: number): Record<string, unknown> {
  const steps = Math.floor((at % (burstMinutes * 60 * secondMs)) / gridMs)
  return { frequency: burstMinutes, frequencyOffset: steps === 0 ? burstMinutes * 10 : steps }
}

function split(ids: readonly string[], counts: readonly [number, number, number, number]) {
  const [a, b, c, d] = counts
  return [
    ids.slice(0, a),
    ids.slice(a, a + b),
    ids.slice(a + b, a + b + c),
    ids.slice(a + b + c, a + b + c + d),
  ] as const
}

type Api = (method: string, path: string, body: unknown) => Promise<void>

function apiOf({ address }: ChildServer, credentials: Installation): Api {
  return async (method, path, body) => {
    const { status, body: answer } = await call(address, credentials, method, path, body)
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`)
  }
}

async function subscribe(api: Api, url: string, checkIds: readonly string[]): Promise<void> {
  await api('POST', '/v1/alert-channels', {
    type: 'WEBHOOK',
    config: { name: 'receiver', url, method: 'POST' },
    subscriptions: checkIds.map((checkId) => ({ checkId, activated: true })),
  })
}

async function receivedBy(receiver: ChildServer): Promise<ReceivedWebhook[]> {
  const answer = await fetch(`${receiver.address}/received`)
  return (await answer.json()) as ReceivedWebhook[]
}

/** When the last check of so many was heard of. */
async function untilReceived(receiver: ChildServer, path: string, count: number): Promise<number> {
  const deadline = performance.now() + giveUpMs
  for (;;) {
    const all = await receivedBy(receiver)
    const firstOf = new Map<string, number>()
    for (const { path: at, checkId, arrivedAt } of all) {
      if (at.startsWith(path) && !firstOf.has(checkId)) firstOf.set(checkId, arrivedAt)
    }
    if (firstOf.size >= count) return Math.max(...firstOf.values())
    if (performance.now() > deadline) throw new Error(`${firstOf.size} of ${count} webhooks came to ${path}`)
    await delay(secondMs)
  }
}

/** When the first failed run of each check ended. */
async function firstFailures({ read }: Store): Promise<Map<string, number>> {
  const rows = await read
    .selectFrom('check_alerts')
    .innerJoin('check_states', 'check_states.check_id', 'check_alerts.check_id')
    .innerJoin('results', (on) =>
      on
        .onRef('results.check_no', '=', 'check_states.no')
        .onRef('results.scheduled_at', '=', 'check_alerts.due_at'),
    )
    .select(['check_alerts.check_id', 'results.started_at', 'results.duration_ms'])
    .execute()
  return new Map(rows.map((row) => [row.check_id, Number(row.started_at) + Number(row.duration_ms)]))
}

function sinceResultMs(
  webhooks: readonly ReceivedWebhook[],
  path: string,
  failedAt: ReadonlyMap<string, number>,
): number[] {
  return webhooks
    .filter((webhook) => webhook.path.startsWith(path))
    .map(({ checkId, arrivedAt }) => arrivedAt - (failedAt.get(checkId) ?? Number.NaN))
}

/** From slot to start, of slots in this time. */
async function latenessOf(
  { read }: Store,
  checkIds: readonly string[],
  { fromAt, toAt }: { fromAt: number; toAt: number },
): Promise<Spread> {
  const rows = await read
    .selectFrom('results')
    .innerJoin('check_states', 'check_states.no', 'results.check_no')
    .select(['results.scheduled_at', 'results.started_at'])
    .where('check_states.check_id', 'in', checkIds)
    .where('results.scheduled_at', '>=', fromAt)
    .where('results.scheduled_at', '<', toAt)
    .execute()
  return spreadOf(rows.map((row) => Number(row.started_at) - Number(row.scheduled_at)))
}
