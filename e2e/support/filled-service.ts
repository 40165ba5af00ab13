import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import type { TestContext } from 'node:test'
import { makeClientCertificate } from '@sonde/actions/testing/client-certificates.ts'
import { githubEvent } from '@sonde/api/testing/github-events.ts'
import { goodConfigs } from '@sonde/api/testing/make-channel.ts'
import { startReceiver } from '@sonde/egress/testing/receiver.ts'
import { hourMs } from '@sonde/ground/durations.ts'
import { createNamespace } from '@sonde/probes/testing/network-namespace.ts'
import { someCredentials } from './api-client.ts'
import { eventually } from './eventually.ts'
import { makeTestRuns } from './filled-test-runs.ts'
import { createHandMadeAgent } from './hand-made-agent.ts'
import { openDoorIn } from './namespace-doors.ts'
import { startServiceInside } from './service-inside.ts'
import type { Service } from './service-under-test.ts'
import { claimInstallation } from './web/web-visitor.ts'

type Body = Readonly<Record<string, unknown>>

/** A name that no column was made for. */
const longName =
  'Checkout of the shop in the north, through the second provider and its proxy, signed in as a guest'
const where = { locations: ['eu-west-1'] }
const every10Seconds = { frequency: 0, frequencyOffset: 10 }
const atOnce = { doubleCheck: false, retryStrategy: null }

/** Channels of every type can be made, though nobody listens in this network to what some of them send. */
const everyMeans = {
  DNS_RESOLVERS: '127.0.0.1',
  SMTP_URL: 'smtp://127.0.0.1:25',
  SMTP_FROM: 'Sonde <sonde@example.net>',
  TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000000000',
  TWILIO_AUTH_TOKEN: 'token-of-nobody',
  TWILIO_FROM: '+4915100000000',
  TWILIO_URL: 'http://127.0.0.1:9',
  SLACK_BOT_TOKEN: 'xoxb-of-nobody',
  SLACK_API_URL: 'http://127.0.0.1:9',
}

/** Ids as they stand in addresses of screens. */
export type Filled = Awaited<ReturnType<typeof startFilledService>>

/** A service with an owner and at least one of everything that a screen can show, and an account with nothing. */
export async function startFilledService(test: TestContext) {
  const network = createNamespace({ pingGroups: true })
  test.after(() => network.delete())
  const receiver = await startReceiver(test)
  const service = await startServiceInside(test, { network, settings: everyMeans })
  await claimInstallation(service.server())
  const make = makerIn(service)

  const channels = await makeChannels(make, await openDoorIn(test, network, receiver.port))
  const location = await makeLocation(make, service.address)
  const checks = {
    ...(await makeChecks(make, service, channels, location.slug)),
    ...(await makeTestRuns(service, location.agent, location.slug)),
  }
  const group = await make('/v2/check-groups?autoAssignAlerts=false', {
    name: 'Shop',
    tags: ['shop'],
    ...where,
    alertChannelSubscriptions: [],
  })
  await make('/v2/check-groups?autoAssignAlerts=false', { name: 'Nothing in it yet', ...where })
  await service.expect(200, 'PATCH', `/v1/checks/${checks.url}`, { groupId: Number(group['id']) })
  await makeAccountThings(make, service, checks.icmp)
  const windows = await makeWindows(make, service)
  const pages = await makePages(make)
  const dashboards = await makeDashboards(make)
  const project = await deployProject(make)
  const empty = await make('/v1/accounts', { name: 'Nothing here' })

  const results = await untilSeen(service, checks)
  const [session] = await service.trigger([checks.icmp])
  assert.ok(session)
  await service.untilSessionEnds(session.checkSessionId)
  const testSession = await makeTestSession(service, checks.icmp)
  return {
    service,
    network,
    accountId: someCredentials.accountId,
    emptyAccountId: String(empty['id']),
    checks,
    results,
    sessionId: session.checkSessionId,
    testSession,
    groupId: String(group['id']),
    channels,
    locationId: location.id,
    ...windows,
    ...pages,
    ...dashboards,
    ...project,
  }
}

/** Whose checks are managed as code. */
async function deployProject(make: Make) {
  const projectId = 'shop-as-code'
  const check = {
    type: 'check',
    logicalId: 'warehouse',
    member: true,
    payload: { checkType: 'TCP', name: 'Warehouse', ...where, request: { hostname: '127.0.0.1', port: 9 } },
  }
  await make('/v1/projects/deploy', {
    project: { logicalId: projectId, name: 'Shop as code' },
    sharedFiles: [],
    resources: [check],
    repoInfo: null,
  })
  return { projectId }
}

type Make = (path: string, body?: Body) => Promise<Body>

async function makeTestSession(service: Service, checkId: string) {
  const body = { name: 'Shop before the release', runLocation: 'eu-west-1', target: { checkId: [checkId] } }
  const started = await service.expect(201, 'POST', '/v1/test-sessions/trigger', body)
  const { testSessionId, results } = started as {
    testSessionId: string
    results: { testSessionResultId: string }[]
  }
  await service.expect(200, 'GET', `/v1/test-sessions/${testSessionId}/completion`)
  return { id: testSessionId, resultId: results[0]?.testSessionResultId ?? '' }
}

function makerIn(service: Service): Make {
  return async (path, body = {}) => {
    const answer = await service.request('POST', path, body)
    assert.ok(answer.status < 300, `POST ${path}: ${JSON.stringify(answer.body)}`)
    return asBody(answer.body)
  }
}

function asBody(answer: unknown): Body {
  assert.ok(typeof answer === 'object' && answer !== null)
  return Object.fromEntries(Object.entries(answer))
}

/** One of every type; only the webhooks have somebody to reach. */
async function makeChannels(make: Make, receiverPort: number) {
  const url = `http://127.0.0.1:${receiverPort}/`
  const kinds = { ...goodConfigs, WEBHOOK: { name: 'Night shift', url } }
  const ids: Record<string, string> = {}
  for (const [type, config] of Object.entries(kinds)) {
    ids[type] = String((await make('/v1/alert-channels', { type, config, autoSubscribe: false }))['id'])
  }
  const nobody = { name: 'Nobody listens', url: 'http://127.0.0.1:9/' }
  const broken = await make('/v1/alert-channels', { type: 'WEBHOOK', config: nobody })
  return { byType: ids, heard: Number(ids['WEBHOOK']), unheard: Number(broken['id']) }
}

async function makeLocation(make: Make, serviceUrl: string) {
  const slug = 'office-north'
  const made = await make('/v1/private-locations', { name: 'Office, north wing', slugName: slug })
  await make('/v1/private-locations', { name: 'No agent yet', slugName: 'no-agent' })
  const [key] = made['keys'] as { rawKey: string }[]
  assert.ok(key)
  const checkTypes = ['ICMP', 'BROWSER', 'MULTI_STEP', 'PLAYWRIGHT']
  const agent = createHandMadeAgent({ serviceUrl, key: key.rawKey, checkTypes, runsScripts: true })
  await agent.register()
  return { id: String(made['id']), slug, agent }
}

/** Each type and each state that a check can be in. */
async function makeChecks(
  make: Make,
  { address, server }: Service,
  channels: { heard: number; unheard: number },
  privateLocation: string,
) {
  const port = Number(new URL(address).port)
  const own = server().address
  const alerted = {
    alertChannelSubscriptions: [channels.heard, channels.unheard].map((alertChannelId) => ({
      alertChannelId,
      activated: true,
    })),
  }
  async function check(segment: string, body: Body): Promise<string> {
    const usual = segment === 'heartbeat' ? {} : { ...where, ...atOnce, frequency: 10 }
    const silent = { alertChannelSubscriptions: [] }
    const path = `/v1/checks/${segment}?autoAssignAlerts=false`
    return String((await make(path, { ...usual, ...silent, ...body }))['id'])
  }
  const host = { hostname: '127.0.0.1' }
  const heartbeat = await make('/v1/checks/heartbeat?autoAssignAlerts=false', {
    name: 'Nightly backup',
    heartbeat: { period: 1, periodUnit: 'hours', grace: 5, graceUnit: 'minutes' },
  })
  const { pingUrl } = asBody(heartbeat['heartbeat'])
  const ping = await fetch(address + new URL(String(pingUrl)).pathname, { method: 'POST' })
  assert.equal(ping.status, 200)
  return {
    icmp: await check('icmp', {
      name: 'Gateway',
      tags: ['network', 'production'],
      request: { ...host, pingCount: 2 },
      ...every10Seconds,
    }),
    url: await check('url', {
      name: 'Shop, front page',
      tags: ['production', 'shop', 'team-north'],
      request: { url: `${own}/health` },
      ...every10Seconds,
    }),
    degraded: await check('url', {
      name: 'Search',
      tags: ['shop'],
      degradedResponseTime: 0,
      request: { url: `${own}/health` },
    }),
    failing: await check('tcp', {
      name: longName,
      tags: ['production', 'a-tag-that-is-as-long-as-somebody-once-wanted-it-to-be'],
      request: { ...host, port: 9 },
      ...every10Seconds,
      retryStrategy: { type: 'FIXED', maxRetries: 1, baseBackoffSeconds: 0 },
      ...alerted,
    }),
    tcp: await check('tcp', { name: 'Database', request: { ...host, port } }),
    dns: await check('dns', {
      name: 'Name of the shop',
      request: { query: 'shop.example.net', recordType: 'A' },
      ...alerted,
    }),
    ssl: await check('ssl', { name: 'Certificate', request: { sslConfig: { ...host, port } } }),
    traceroute: await check('traceroute', { name: 'Way to the office', request: { url: '127.0.0.1' } }),
    grpc: await check('grpc', {
      name: 'Orders',
      request: { url: '127.0.0.1', port: 9, grpcConfig: { mode: 'HEALTH' } },
    }),
    heartbeat: String(heartbeat['id']),
    muted: await check('tcp', { name: 'Old mail door', muted: true, request: { ...host, port: 9 } }),
    paused: await check('icmp', { name: 'Printer', activated: false, request: host }),
    elsewhere: await check('icmp', {
      name: 'Intranet',
      locations: [],
      privateLocations: [privateLocation],
      request: host,
    }),
  }
}

/** Waits until every check that can run has run, the failing one twice, and its alerts were sent. */
async function untilSeen(service: Service, checks: Readonly<Record<string, string>>) {
  const resultIds: Record<string, string> = {}
  for (const [name, id] of Object.entries(checks)) {
    if (['heartbeat', 'paused', 'elsewhere'].includes(name)) continue
    const results = await service.untilResults(id, name === 'failing' ? 3 : 1)
    const shown = results.find(({ resultType }) => resultType === 'FINAL') ?? results[0]
    assert.ok(shown)
    resultIds[name] = shown.id
  }
  await eventually('an alert is sent', async () => {
    const sent = await service.expect(200, 'GET', '/v1/alert-notifications?limit=100')
    return (sent as { status: string }[]).some(({ status }) => status === 'SUCCESS')
  })
  return resultIds
}

/** What the settings show. */
async function makeAccountThings(make: Make, service: Service, checkId: string): Promise<void> {
  await make('/v1/variables', { key: 'SHOP_URL', value: 'https://shop.example.net' })
  await make('/v1/variables', { key: 'SHOP_PASSWORD', value: 'hunter2-variable', secret: true })
  await make('/v1/snippets', { name: 'sign-in', script: 'export const user = "guest"' })
  await make('/v1/snippets', { name: 'old', script: `const key = 'ghp_${'a1B2c3'.repeat(6)}'` })
  await make('/v1/client-certificates', { host: '*.example.net', ...makeClientCertificate() })
  await make('/v1/accounts/me/api-keys', { name: 'Terraform', role: 'READ_WRITE' })
  await make('/v1/users/me/api-keys', { name: 'Laptop' })
  await make('/v1/integration-tokens', { name: 'Prometheus' })
  await make('/v1/accounts/me/invites', { email: 'ida@example.net', role: 'READ_RUN' })
  const invite = await make('/v1/accounts/me/invites', { email: 'vera@example.net', role: 'READ_ONLY' })
  const accepted = await fetch(service.address + new URL(String(invite['url'])).pathname, {
    method: 'POST',
    body: new URLSearchParams({ name: 'Vera Viewer', password: 'battery staple horse' }),
    redirect: 'manual',
  })
  assert.equal(accepted.status, 303, await accepted.text())
  await service.expect(200, 'PUT', '/v1/accounts/me/trace-export', {
    enabled: false,
    endpoint: 'https://collector.example.net',
    headers: [{ key: 'Authorization', value: 'Bearer abc' }],
  })
  await service.expect(200, 'PATCH', '/v1/accounts/me/settings', { badgesEnabled: true })
  await make('/v1/deployment-triggers', { checkId, repoId: 7, repoName: 'acme/shop' })
  const { secret } = await make('/v1/deployment-triggers/webhook-secret')
  const body = JSON.stringify(githubEvent())
  const signature = createHmac('sha256', String(secret)).update(body).digest('hex')
  const told = await fetch(`${service.address}/v1/deployment-triggers/github/${someCredentials.accountId}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-github-event': 'deployment_status',
      'x-hub-signature-256': `sha256=${signature}`,
    },
    body,
  })
  assert.ok(told.ok, await told.text())
}

/** One that is on now, and one that comes back every week. */
async function makeWindows(make: Make, service: Service) {
  const at = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString()
  await make('/v1/maintenance-windows', {
    name: 'Move of the database',
    startsAt: at(-1),
    endsAt: at(5),
    tags: ['database'],
  })
  const repeated = await make('/v1/maintenance-windows', {
    name: 'Updates of the week',
    startsAt: at(26),
    endsAt: at(28),
    repeatInterval: 1,
    repeatUnit: 'WEEK',
    repeatEndsAt: at(24 * 60).slice(0, 10),
    tags: ['network'],
  })
  const path = `/v1/maintenance-windows/${String(repeated['id'])}/maintenances`
  const [next] = (await service.expect(200, 'GET', path)) as { id: string }[]
  assert.ok(next)
  await make(`${path}/${next.id}/updates`, { status: 'IN_PROGRESS', description: 'Sooner than planned.' })
  return { windowId: String(repeated['id']), maintenanceId: next.id }
}

async function makePages(make: Make) {
  const payments = { id: String((await make('/v1/status-pages/services', { name: 'Payments' }))['id']) }
  const search = { id: String((await make('/v1/status-pages/services', { name: 'Search' }))['id']) }
  const page = await make('/v1/status-pages', {
    name: 'Acme',
    url: 'acme',
    cards: [{ name: 'Shop', services: [payments, search] }],
  })
  const pageId = String(page['id'])
  await make(`/v1/status-pages/${pageId}/subscriptions/bulk`, {
    subscriptions: ['ann@example.net', 'ben@example.net'].map((config) => ({ type: 'EMAIL', config })),
    autoVerify: true,
  })
  const incident = await make('/v1/status-pages/incidents', {
    name: 'Payments are slow',
    severity: 'MAJOR',
    services: [payments],
    incidentUpdates: [{ description: 'We are investigating.' }],
  })
  const incidentId = String(incident['id'])
  const update = { description: 'The provider is repairing a link.', status: 'IDENTIFIED' }
  await make(`/v1/status-pages/incidents/${incidentId}/incident-updates`, update)
  const past = await make('/v1/status-pages/incidents', {
    name: longName,
    severity: 'MINOR',
    services: [search],
    incidentUpdates: [{ description: 'Search finds nothing.' }],
  })
  await make(`/v1/status-pages/incidents/${String(past['id'])}/incident-updates`, {
    description: 'Search finds everything again.',
    status: 'RESOLVED',
  })
  return { pageId, incidentId, componentPageId: await makeComponentPage(make) }
}

/** With what a page of version 3 has: a group, a hidden component and a rule. */
async function makeComponentPage(make: Make): Promise<string> {
  const id = String(
    (await make('/v1/status-pages', { name: 'Acme parts', url: 'acme-parts', version: 3 }))['id'],
  )
  const path = `/v1/status-pages/${id}`
  const add = async (body: Readonly<Record<string, unknown>>) =>
    String((await make(`${path}/components`, body))['id'])
  const parentId = await add({ type: 'GROUP', name: 'Shop' })
  const cart = await add({ name: 'Cart', parentId })
  await add({ name: longName, parentId, hidden: true, displayOrder: 1 })
  await make(`${path}/automation-rules`, {
    name: 'The cart is down',
    firstUpdate: 'We are investigating.',
    lastUpdate: 'It works again.',
    tags: ['shop'],
    components: [{ componentId: cart, targetImpact: 'PARTIAL_OUTAGE' }],
  })
  return id
}

async function makeDashboards(make: Make) {
  const dashboard = await make('/v1/dashboards', { header: 'Shop wall', tags: ['production'] })
  await make('/v1/dashboards', { header: longName, isPrivate: true })
  const incident = await make('/v1/incidents', {
    name: 'Search is slow',
    impact: 'MAJOR',
    startedAt: new Date(Date.now() - hourMs).toISOString(),
    dashboardId: dashboard['id'],
    incidentUpdates: [{ status: 'INVESTIGATING', description: 'We are investigating.' }],
  })
  return { dashboardId: String(dashboard['dashboardId']), dashboardIncidentId: String(incident['id']) }
}
