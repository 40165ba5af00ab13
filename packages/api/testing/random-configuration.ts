import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import type { ApiUnderTest } from './api-under-test.ts'
import { makeClientCertificate } from '@sonde/actions/testing/client-certificates.ts'
import type { Answer } from './http-client.ts'
import { goodConfigs } from './make-channel.ts'
import { rich, richGroup } from './samples/rich-bodies.ts'
import { smallestChecksOf } from './samples/smallest-checks.ts'
import { cardOf, pageBody } from './status-pages.ts'
import { richDns } from './monitors/write-dns.ts'
import { richBrowser } from './samples/rich-browser.ts'
import { richMultistep } from './samples/rich-multistep.ts'
import { richGrpc } from './monitors/write-grpc.ts'
import { richSsl } from './monitors/write-ssl.ts'
import { richTcp } from './monitors/write-tcp.ts'
import { richTraceroute } from './monitors/write-traceroute.ts'
import { richUrl } from './monitors/write-url.ts'

/** What is made of each kind: the choices are made here, so that a failing one can be shown again. */
export const configurationChoices = fc.record({
  variables: fc.uniqueArray(
    fc.record({
      key: fc.stringMatching(/^[A-Z_][A-Z0-9_]{0,12}$/),
      value: fc.string({ minLength: 1, maxLength: 30 }).filter((text) => !text.includes('\0')),
      secret: fc.boolean(),
      locked: fc.boolean(),
    }),
    { maxLength: 4, selector: ({ key }) => key },
  ),
  hasCertificate: fc.boolean(),
  locations: fc.array(fc.record({ hasProxy: fc.boolean() }), { maxLength: 2 }),
  snippets: fc.integer({ min: 0, max: 2 }),
  channels: fc.array(fc.constantFrom(...(Object.keys(goodConfigs) as (keyof typeof goodConfigs)[])), {
    maxLength: 3,
  }),
  services: fc.integer({ min: 0, max: 3 }),
  groups: fc.array(
    fc.record({ version: fc.constantFrom(1, 2), isRich: fc.boolean(), isDeployed: fc.boolean() }),
    { maxLength: 2 },
  ),
  checks: fc.array(
    fc.record({
      type: fc.integer({ min: 0, max: 100 }),
      isRich: fc.boolean(),
      isGrouped: fc.boolean(),
      isSubscribed: fc.boolean(),
      isLocated: fc.boolean(),
      opensIncidents: fc.boolean(),
      hasTrigger: fc.boolean(),
      isDeployed: fc.boolean(),
      isPatched: fc.boolean(),
      activated: fc.boolean(),
    }),
    { maxLength: 6 },
  ),
  pages: fc.integer({ min: 0, max: 2 }),
  windows: fc.array(fc.record({ isRepeated: fc.boolean(), isShown: fc.boolean() }), { maxLength: 2 }),
  dashboards: fc.array(fc.record({ isPrivate: fc.boolean() }), { maxLength: 2 }),
  alertSettings: fc.option(fc.constantFrom('RUN_BASED', 'TIME_BASED')),
  badgesEnabled: fc.option(fc.boolean()),
})

export type ConfigurationChoices =
  typeof configurationChoices extends fc.Arbitrary<infer Choices> ? Choices : never

/** As much of everything as there is. */
export const everyKind: ConfigurationChoices = {
  variables: [
    { key: 'PLAIN', value: 'a', secret: false, locked: false },
    { key: 'HIDDEN', value: 'hunter2-variable', secret: true, locked: false },
  ],
  hasCertificate: true,
  locations: [{ hasProxy: true }, { hasProxy: false }],
  snippets: 1,
  channels: ['EMAIL', 'SLACK', 'SLACK_APP', 'WEBHOOK', 'SMS', 'CALL', 'PAGERDUTY', 'OPSGENIE'],
  services: 2,
  groups: [
    { version: 1, isRich: true, isDeployed: true },
    { version: 2, isRich: true, isDeployed: false },
  ],
  checks: Array.from({ length: 16 }, (_, index) => ({
    type: index,
    isRich: index < 8,
    isGrouped: index % 2 === 0,
    isSubscribed: true,
    isLocated: true,
    opensIncidents: true,
    hasTrigger: true,
    isDeployed: index % 2 === 1,
    isPatched: index % 3 === 0,
    activated: true,
  })),
  pages: 2,
  windows: [
    { isRepeated: true, isShown: true },
    { isRepeated: false, isShown: false },
  ],
  dashboards: [{ isPrivate: true }, { isPrivate: false }],
  alertSettings: 'TIME_BASED',
  badgesEnabled: true,
}

const richChecks: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  icmp: { name: 'A rich ICMP', ...rich },
  url: richUrl,
  tcp: richTcp,
  dns: richDns,
  ssl: richSsl,
  traceroute: richTraceroute,
  browser: richBrowser,
  multistep: richMultistep,
  grpc: richGrpc,
}

/** Makes it all through the API. */
export async function makeConfiguration(
  api: ApiUnderTest,
  account: string,
  choices: ConfigurationChoices,
): Promise<void> {
  async function send(method: string, path: string, body: object = {}): Promise<Answer> {
    const answer = await api.call(method, path, { account, body })
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`)
    return answer
  }
  const post = (path: string, body: object = {}) => send('POST', path, body)
  const unique = () => randomBytes(5).toString('hex')

  for (const variable of choices.variables) await post('/v1/variables', variable)
  const certificateId = choices.hasCertificate
    ? (await post('/v1/client-certificates', { host: '*.example.net', ...makeClientCertificate() })).textAt(
        'id',
      )
    : null
  const slugs: string[] = []
  for (const { hasProxy } of choices.locations) {
    const slugName = `s-${unique()}`
    const proxyUrl = hasProxy ? 'http://proxy:hunter2@proxy.example.net:3128' : null
    await post('/v1/private-locations', { name: `Office ${slugName}`, slugName, proxyUrl })
    slugs.push(slugName)
  }
  const snippetIds: unknown[] = []
  for (let index = 0; index < choices.snippets; index += 1) {
    const made = await post('/v1/snippets', { name: `snippet-${unique()}`, script: 'console.log(1)' })
    snippetIds.push(made.at('id'))
  }
  const channelIds: unknown[] = []
  for (const type of choices.channels) {
    const made = await post('/v1/alert-channels', { type, config: goodConfigs[type], sslExpiry: true })
    channelIds.push(made.at('id'))
  }
  const serviceIds: string[] = []
  for (let index = 0; index < choices.services; index += 1) {
    serviceIds.push((await post('/v1/status-pages/services', { name: `Service ${index}` })).textAt('id'))
  }
  const subscriptions = channelIds.map((alertChannelId, index) => ({
    alertChannelId,
    activated: index % 2 === 0,
  }))
  const deployments: object[] = []
  const groupIds: unknown[] = []
  for (const { version, isRich, isDeployed } of choices.groups) {
    const body = {
      ...(isRich ? richGroup : { name: 'Plain group' }),
      privateLocations: slugs.slice(0, 1),
      alertChannelSubscriptions: subscriptions,
      ...(snippetIds.length > 0 ? { setupSnippetId: snippetIds[0] } : {}),
    }
    const made = await post(`/v${version}/check-groups?autoAssignAlerts=false`, body)
    groupIds.push(made.at('id'))
    if (isDeployed) deployments.push({ groupId: made.at('id') })
    if (isRich) await post(`/v1/triggers/check-groups/${String(made.at('id'))}`)
  }
  // The code of projects is not in the document: whoever imports one has to have it.
  const smallestChecks = smallestChecksOf(account).filter(({ checkType }) => checkType !== 'PLAYWRIGHT')
  for (const choice of choices.checks) {
    const smallest = smallestChecks[choice.type % smallestChecks.length]
    if (smallest === undefined) continue
    const { segment, body: least } = smallest
    const body: Record<string, unknown> = { ...((choice.isRich ? richChecks[segment] : undefined) ?? least) }
    body['activated'] = choice.activated
    if (choice.isGrouped && groupIds.length > 0) body['groupId'] = groupIds[0]
    body['alertChannelSubscriptions'] = choice.isSubscribed ? subscriptions : []
    if (choice.isLocated && segment !== 'heartbeat') body['privateLocations'] = slugs
    if (choice.opensIncidents && serviceIds.length > 0) {
      body['triggerIncident'] = {
        serviceId: serviceIds[0],
        severity: 'MINOR',
        name: 'n',
        description: 'd',
        notifySubscribers: false,
      }
    }
    if (segment === 'ssl' && certificateId !== null) {
      const request: unknown = body['request']
      body['request'] = {
        ...(typeof request === 'object' ? request : {}),
        sslClientCertificateId: certificateId,
      }
    }
    const id = (await post(`/v1/checks/${segment}?autoAssignAlerts=false`, body)).textAt('id')
    if (choice.isDeployed && segment !== 'heartbeat') {
      deployments.push({ checkId: id, environmentRegexFilter: '^prod', useEnvironmentUrl: choice.isRich })
    }
    if (choice.hasTrigger && segment !== 'heartbeat') await post(`/v1/triggers/checks/${id}`)
    if (choice.isPatched)
      await send('PATCH', `/v1/checks/${segment}/${id}`, { tags: ['b', 'a'], muted: true })
  }
  const pageIds: string[] = []
  for (let index = 0; index < choices.pages; index += 1) {
    const cards = serviceIds.length > 0 ? [cardOf('One', serviceIds), cardOf('Two', serviceIds.slice(1))] : []
    const made = await post('/v1/status-pages', pageBody({ cards, url: `p-${unique()}` }))
    pageIds.push(made.textAt('id'))
    if (index === 1) await post(`/v1/status-pages/${made.textAt('id')}/password`)
  }
  for (const { isRepeated, isShown } of choices.windows) {
    const visibility = {
      enabled: true,
      affectAllServices: true,
      statusPageIds: pageIds,
      reminderMinutesBefore: [60],
    }
    await post('/v1/maintenance-windows', {
      name: 'Upgrade',
      startsAt: '2031-03-01T10:00:00Z',
      endsAt: '2031-03-01T12:00:00Z',
      ...(isRepeated
        ? { repeatInterval: 1, repeatUnit: 'WEEK', repeatEndsAt: '2031-06-01', timezone: 'Europe/Paris' }
        : {}),
      tags: ['a'],
      ...(isShown && pageIds.length > 0 ? { statusPageVisibility: visibility } : {}),
    })
  }
  for (const { isPrivate } of choices.dashboards) {
    await post('/v1/dashboards', { header: 'Status', isPrivate, tags: ['a'] })
  }
  for (const [repoId, target] of deployments.entries()) {
    await post('/v1/deployment-triggers', { ...target, repoId, repoName: `acme/shop-${repoId}` })
  }
  if (choices.alertSettings !== null) {
    await send('PUT', '/v1/accounts/me/alert-settings', { escalationType: choices.alertSettings })
  }
  if (choices.badgesEnabled !== null) {
    await send('PATCH', '/v1/accounts/me/settings', { badgesEnabled: choices.badgesEnabled })
  }
}
