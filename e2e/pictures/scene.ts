import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import type { TestContext } from 'node:test'
import { createRollupJob } from '@sonde/analytics/rollup-job.ts'
import { makeKumaFile } from '@sonde/cli/testing/kuma-file.ts'
import { systemClock } from '@sonde/ground/clock.ts'
import { dayMs, hourMs } from '@sonde/ground/durations.ts'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { createCertificateAuthority } from '@sonde/probes/testing/certificate-authority.ts'
import { startTlsServer } from '@sonde/probes/testing/tls-server.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { findNumberedChecks } from '@sonde/store/checks/numbered-checks.ts'
import { sqliteFile } from '@sonde/store/engine/sqlite/sqlite-engine.ts'
import { openStore } from '@sonde/store/engine/store.ts'
import { storeHistory } from '../../bench/stored-history.ts'
import { startFilledService, type Filled } from '../support/filled-service.ts'
import { openDoorIn } from '../support/namespace-doors.ts'
import type { Service } from '../support/service-under-test.ts'

const historyDays = 20

/** Of these the charts are to be full; each has runs of its own since then. */
const withHistory = { icmp: 'ICMP', url: 'URL', failing: 'TCP', tcp: 'TCP', degraded: 'URL' } as const

/** Where a check had agents once, whose lines are compared; each is further away than the one before. */
const compared = ['eu-west-1', 'us-east-1', 'ap-southeast-1']

export type Scene = Awaited<ReturnType<typeof buildScene>>

/** What the tests of the screens visit, and beyond it what a team has after some weeks: history, and every state. */
export async function buildScene(test: TestContext) {
  const filled = await startFilledService(test)
  const { service } = filled
  const make = async (path: string, body: object) => {
    const { id, dashboardId } = (await service.expect(201, 'POST', path, body)) as Record<string, unknown>
    return { id: String(id), dashboardId: String(dashboardId) }
  }
  const more = await makeMoreChecks(service, await startTargets(test, filled), filled)
  const checks = { ...filled.checks, ...more }
  const wall = await make('/v1/dashboards', { header: 'Production', layout: 'TILES', showReasons: true })
  await makeFollowingPage(make, checks)
  const at = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString()
  await make('/v1/maintenance-windows', {
    name: 'Provider changes its routers',
    startsAt: at(-1),
    endsAt: at(3),
    silenceCheckIds: [checks.grpc],
  })
  await service.expect(200, 'PATCH', `/v1/checks/${checks.tcp}`, { locations: compared })
  const results: Record<string, string> = { ...filled.results }
  for (const [name, id] of Object.entries(more)) {
    if (name.startsWith('heartbeat')) continue
    const found = await service.untilResults(id)
    results[name] = (found.find(({ resultType }) => resultType === 'FINAL') ?? found[0])?.id ?? ''
  }
  await service.stop('SIGTERM')
  await addHistory(service.dataDir, filled)
  await service.start()
  return { ...filled, checks, results, wallId: wall.dashboardId, kumaPath: fillKumaFile(test) }
}

/** What moves as it is, what moves with a difference, and what cannot. */
function fillKumaFile(test: TestContext): string {
  const kuma = makeKumaFile()
  test.after(() => kuma.remove())
  kuma.add('monitor', { type: 'http', name: 'Web shop', url: 'https://shop.example.net', interval: 60 })
  kuma.add('monitor', { type: 'ping', name: 'Router', hostname: '192.0.2.1', interval: 45 })
  kuma.add('monitor', { type: 'port', name: 'Mail', hostname: 'mail.example.net', port: 25, interval: 300 })
  kuma.add('monitor', { type: 'docker', name: 'Container of the cache', interval: 60 })
  const config = { type: 'webhook', webhookURL: 'https://hooks.example.net/night' }
  kuma.add('notification', { name: 'Night shift', config: JSON.stringify(config) })
  kuma.add('status_page', { slug: 'shop', title: 'Shop', icon: '', theme: 'auto' })
  return kuma.path
}

/** What the further checks look at: pages that answer well, slowly and not, and two certificates. */
async function startTargets(test: TestContext, { network }: Filled) {
  const site = createServer((request, response) => {
    const status = request.url === '/unavailable' ? 503 : request.url === '/moved' ? 302 : 200
    const answer = () => {
      response.writeHead(status, { 'content-type': 'application/json', location: '/orders' })
      response.end(JSON.stringify({ status: status === 503 ? 'unavailable' : 'ok', orders: [4711, 4712] }))
    }
    if (request.url === '/slow') setTimeout(answer, 700)
    else answer()
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  test.after(() => site.close())
  const authority = createCertificateAuthority()
  const serve = async (days: number) => {
    const { fullChain, key } = authority.issue({ notAfterAt: Date.now() + days * dayMs })
    return await openDoorIn(test, network, (await startTlsServer(test, { cert: fullChain, key })).port)
  }
  return {
    url: `http://127.0.0.1:${await openDoorIn(test, network, (site.address() as AddressInfo).port)}`,
    validPort: await serve(80),
    expiringPort: await serve(5),
  }
}

async function makeMoreChecks(
  service: Service,
  { url, validPort, expiringPort }: Awaited<ReturnType<typeof startTargets>>,
  filled: Filled,
) {
  const check = async (segment: string, name: string, body: object) => {
    const path = `/v1/checks/${segment}?autoAssignAlerts=false`
    return (await service.expect(201, 'POST', path, { name, ...body })) as {
      id: string
      heartbeat?: { pingUrl: string }
    }
  }
  const usual = { locations: ['eu-west-1'], doubleCheck: false, frequency: 10 }
  const api = async (name: string, path: string, body: object = {}, request: object = {}) => {
    const tags = ['api', 'production']
    const asked = { url: url + path, method: 'GET', ...request }
    return (await check('api', name, { ...usual, retryStrategy: null, tags, request: asked, ...body })).id
  }
  const ssl = async (name: string, port: number) => {
    const sslConfig = { hostname: '127.0.0.1', port, skipChainValidation: true }
    return (await check('ssl', name, { ...usual, retryStrategy: null, request: { sslConfig } })).id
  }
  const beat = async (name: string, heartbeat: object) => check('heartbeat', name, { heartbeat })
  const assertion = (source: string, property: string, comparison: string, target: string) => ({
    source,
    property,
    comparison,
    target,
  })
  const late = await beat('Invoices of the hour', {
    period: 30,
    periodUnit: 'seconds',
    grace: 0,
    graceUnit: 'seconds',
  })
  await fetch(service.address + new URL(late.heartbeat?.pingUrl ?? '').pathname, { method: 'POST' })
  const inGroup = { groupId: Number(filled.groupId) }
  await service.expect(200, 'PUT', `/v2/check-groups/${filled.groupId}`, {
    name: 'Shop',
    tags: ['shop'],
    locations: ['eu-west-1', 'us-east-1'],
    alertChannelSubscriptions: [{ alertChannelId: filled.channels.heard, activated: true }],
  })
  const deciding = (await service.expect(201, 'POST', '/v2/check-groups?autoAssignAlerts=false', {
    name: 'Warehouse',
    locations: ['eu-west-1'],
    useGlobalAlertSettings: true,
    alertChannelSubscriptions: [{ alertChannelId: filled.channels.heard, activated: true }],
  })) as { id: number }
  return {
    apiOverridden: await api('Pallets API', '/orders', {
      groupId: deciding.id,
      alertChannelSubscriptions: [{ alertChannelId: filled.channels.unheard, activated: true }],
    }),
    api: await api('Orders API', '/orders', inGroup, {
      headers: [{ key: 'X-Shop', value: 'north' }],
      assertions: [
        assertion('STATUS_CODE', '', 'EQUALS', '200'),
        assertion('JSON_BODY', '$.status', 'EQUALS', 'ok'),
      ],
    }),
    apiFailing: await api('Payments API', '/unavailable', {
      retryStrategy: { type: 'FIXED', maxRetries: 1, baseBackoffSeconds: 0 },
    }),
    apiAssertion: await api(
      'Stock API',
      '/moved',
      {},
      {
        method: 'POST',
        body: '{"article":7}',
        bodyType: 'JSON',
        assertions: [
          assertion('STATUS_CODE', '', 'EQUALS', '200'),
          assertion('JSON_BODY', '$.orders.length', 'GREATER_THAN', '5'),
        ],
      },
    ),
    apiDegraded: await api('Reports API', '/slow', { degradedResponseTime: 200, maxResponseTime: 5_000 }),
    sslValid: await ssl('Certificate of the shop', validPort),
    sslExpiring: await ssl('Certificate of the mail server', expiringPort),
    heartbeatWaiting: (
      await beat('Export for the bank', { period: 1, periodUnit: 'days', grace: 1, graceUnit: 'hours' })
    ).id,
    heartbeatLate: late.id,
  }
}

/** Services that follow checks, one that follows nothing, and an incident whose text has marks in it. */
async function makeFollowingPage(
  make: (path: string, body: object) => Promise<{ id: string }>,
  checks: Filled['checks'] & { apiFailing: string },
) {
  const service = async (name: string, checkIds: readonly string[]) => {
    const follows = checkIds.length === 0 ? {} : { follows: { checkIds, tags: [], delayMinutes: 0 } }
    return { id: (await make('/v1/status-pages/services', { name, ...follows })).id }
  }
  const payments = await service('Card payments', [checks.apiFailing])
  const cards = [
    { name: 'Shop', services: [await service('Web shop', [checks.url]), payments] },
    {
      name: 'Logistics',
      services: [await service('Search', [checks.degraded]), await service('Partners', [])],
    },
  ]
  await make('/v1/status-pages', { name: 'Northwind', url: 'northwind', cards })
  await make('/v1/status-pages/incidents', {
    name: 'Card payments fail at checkout',
    severity: 'MAJOR',
    services: [payments],
    incidentUpdates: [
      { description: 'Cards fail since **02:14 UTC**:\n\n- in all countries\n- refunds and invoices work' },
    ],
  })
}

async function addHistory(dataDir: string, { accountId, checks }: Filled): Promise<void> {
  const place = { dataDir, databaseUrl: null }
  const to = Math.floor(Date.now() / hourMs - 1) * hourMs
  const store = await openStore({ ...place, encryptionKey: null, clock: systemClock })
  try {
    const wanted = Object.entries(withHistory).map(([name, checkType]) => ({
      checkId: checks[name as keyof typeof withHistory],
      checkType: checkType satisfies CheckType,
    }))
    const checkIds = wanted.map(({ checkId }) => checkId)
    const numbered = await findNumberedChecks(store.read, { accountId, checkIds })
    await storeHistory(
      store,
      place,
      wanted.map((check) => ({
        ...check,
        checkNo: numbered.get(check.checkId)?.checkNo ?? 0,
        periodMinutes: 10,
        locations: check.checkId === checks.tcp ? compared : ['eu-west-1'],
      })),
      { from: to - historyDays * dayMs, to, onProgress: () => undefined },
    )
    moveAway(dataDir, to, numbered.get(checks.tcp)?.checkNo ?? 0)
    await createRollupJob({ store, clock: systemClock, log: silentLogger, rawRetentionDays: 30 }).runOnce()
  } finally {
    await store.close()
  }
  giveDetails(dataDir, to)
}

/** History is as fast everywhere, and does not say who measured it. */
function moveAway(dataDir: string, before: number, checkNo: number): void {
  const db = new DatabaseSync(sqliteFile(dataDir))
  try {
    const slow = db.prepare(`
      update results set response_time = response_time * ?, is_stand_in = 0
      where check_no = ? and origin = ? and scheduled_at < ?`)
    for (const [index, code] of compared.entries()) slow.run(1 + index / 2, checkNo, code, before)
  } finally {
    db.close()
  }
}

/** Details of the history are noise of the right size; people open its results here. They get that of a real run. */
function giveDetails(dataDir: string, before: number): void {
  const db = new DatabaseSync(sqliteFile(dataDir))
  try {
    db.prepare(`
      update results set detail = coalesce((
        select seen.detail from results as seen
        where seen.check_no = results.check_no and seen.scheduled_at >= ?1
        order by seen.scheduled_at desc limit 1), detail)
      where scheduled_at < ?1`).run(before)
  } finally {
    db.close()
  }
}
