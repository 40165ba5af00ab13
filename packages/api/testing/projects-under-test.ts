import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { isRecord } from '@sonde/ground/is-record.ts'
import type { ApiUnderTest } from './api-under-test.ts'

type Resource = Record<string, unknown> & { type: string; logicalId: string }

export const ref = (logicalId: string) => ({ ref: logicalId })

export function member(type: string, logicalId: string, payload: Record<string, unknown>): Resource {
  return { type, logicalId, member: true, payload }
}

/** As the client of the reference sends a monitor. */
export function monitor(logicalId: string, fields: Record<string, unknown> = {}): Resource {
  return member('check', logicalId, {
    checkType: 'TCP',
    name: `Monitor ${logicalId}`,
    activated: true,
    muted: false,
    doubleCheck: false,
    frequency: 10,
    locations: ['eu-west-1'],
    groupId: null,
    runParallel: false,
    useGlobalAlertSettings: true,
    request: { hostname: '127.0.0.1', port: 9 },
    ...fields,
  })
}

export const channel = (logicalId: string, url = 'https://example.net/hook') =>
  member('alert-channel', logicalId, { type: 'WEBHOOK', config: { name: logicalId, url, method: 'POST' } })

export const subscription = (check: string, to: string) =>
  member('alert-channel-subscription', `check-alert-channel-subscription#${check}#${to}`, {
    alertChannelId: ref(to),
    checkId: ref(check),
    activated: true,
  })

export const assignment = (check: string, location: string) =>
  member('private-location-check-assignment', `private-location-check-assignment#${check}#${location}`, {
    privateLocationId: ref(location),
    checkId: ref(check),
  })

export const location = (logicalId: string, slugName = logicalId) =>
  member('private-location', logicalId, { name: logicalId, slugName })

/** As the client of the reference sends a page of version 3: a component whose id looks like a number comes first. */
export const componentPage = (url: string) => [
  member('status-page', 'v3', {
    name: 'Page',
    url,
    version: 3,
    themeColors: { light: { borderColor: '#abc' } },
  }),
  member('status-page-component', '10', {
    statusPageId: ref('v3'),
    parentId: ref('top'),
    type: 'SERVICE',
    name: 'Cart',
    displayOrder: 1,
  }),
  member('status-page-component', 'top', {
    statusPageId: ref('v3'),
    parentId: null,
    type: 'GROUP',
    name: 'Shop',
    displayOrder: 0,
    configuration: { expandedByDefault: true },
  }),
  member('status-page-automation-rule', 'rule', {
    statusPageId: ref('v3'),
    name: 'Shop is down',
    firstUpdate: 'We look into it.',
    lastUpdate: 'Solved.',
    tags: ['shop'],
    components: [{ componentId: ref('10'), targetImpact: 'MAJOR_OUTAGE' }],
  }),
]

let projects = 0

/** What tests of projects do with an API. */
export function projectsOf(api: ApiUnderTest) {
  const newProject = () => ({ logicalId: `project-${projects++}`, name: 'Shop' })

  const post = (project: object, resources: readonly Resource[], query = '') =>
    api.call('POST', `/v1/projects/deploy${query}`, {
      body: { project, sharedFiles: [], resources, repoInfo: null },
      // Deploys have a limit of 60 a minute.
      afterMs: 1_000,
    })

  /** Waits until it is over. */
  async function follow(answer: Awaited<ReturnType<typeof api.call>>) {
    assert.equal(answer.status, 202, answer.text)
    const path = `/v1/projects/${encodeURIComponent(String(answer.at('logicalId')))}/deployments/${String(answer.at('id'))}`
    return await api.call('GET', `${path}/completion?maxWaitSeconds=30`)
  }

  async function deploy(project: object, resources: readonly Resource[], query = '') {
    const ended = await follow(await post(project, resources, query))
    assert.equal(ended.at('status'), 'SUCCEEDED', ended.text)
    return ended
  }

  function diffIn(answer: Awaited<ReturnType<typeof api.call>>, at = 'result.diff') {
    const diff = answer.at(at)
    assert.ok(Array.isArray(diff), answer.text)
    return diff.filter(isRecord)
  }

  const actions = (answer: Awaited<ReturnType<typeof api.call>>, at?: string) =>
    diffIn(answer, at).map(({ action, logicalId, changed }) => `${action} ${logicalId} ${changed}`)

  const idOf = (answer: Awaited<ReturnType<typeof api.call>>, logicalId: string) =>
    diffIn(answer).find((entry) => entry['logicalId'] === logicalId)?.['physicalId']

  /** Waits until everybody was told of it. */
  async function announced(deployment: Awaited<ReturnType<typeof api.call>>) {
    const path = `/v1/projects/${String(deployment.at('logicalId'))}/deployments/${String(deployment.at('id'))}`
    while ((await api.call('GET', path)).at('announcedAt') === null) await delay(25)
  }

  return { newProject, post, follow, deploy, diffIn, actions, idOf, announced }
}
