import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeClientCertificate } from '@sonde/actions/testing/client-certificates.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { goodConfigs } from '../../testing/make-channel.ts'
import { uploadEmptyProject } from '../../testing/project-bundle.ts'
import { referenceMonitor, referenceMonitors, zeroTime } from '../../testing/reference-monitors.ts'

/** A resource of the Terraform provider: how it is created and changed, and where it is read. */
type Resource = {
  name: string
  path: string
  bodies: readonly Readonly<Record<string, unknown>>[]
  /** With the id in place of `ID`; as `path` and the id, unless told. */
  read?: string
  update?: string
  idField?: string
}

/**
 * What the next plan would list: fields that are read otherwise than they were sent. Empty values are never sent, and the
 * order of assertions is that of their list.
 */
function differences(sent: unknown, read: unknown, path = ''): string[] {
  if (sent === undefined || sent === null || sent === '' || sent === zeroTime) return []
  if (Array.isArray(sent)) {
    if (!Array.isArray(read) || read.length !== sent.length) return [path]
    return sent.flatMap((entry, index) => differences(entry, read[index], `${path}.${index}`))
  }
  if (!isRecord(sent)) return sent === read || path.endsWith('.order') ? [] : [path]
  if (!isRecord(read)) return Object.keys(sent).length === 0 ? [] : [path]
  return Object.entries(sent).flatMap(([key, value]) => differences(value, read[key], `${path}.${key}`))
}

const check = {
  name: 'Shop',
  frequency: 10,
  activated: true,
  muted: false,
  shouldFail: false,
  locations: ['eu-west-1', 'us-east-1'],
  tags: ['shop', 'a'],
  runParallel: true,
  alertSettings: {
    escalationType: 'TIME_BASED',
    runBasedEscalation: {},
    timeBasedEscalation: { minutesFailingThreshold: 10 },
    reminders: { amount: 2, interval: 10 },
    parallelRunFailureThreshold: { enabled: true, percentage: 50 },
  },
  useGlobalAlertSettings: false,
  environmentVariables: [{ key: 'TEAM', value: 'blue', locked: false, secret: false }],
  retryStrategy: {
    type: 'LINEAR',
    baseBackoffSeconds: 30,
    maxRetries: 3,
    maxDurationSeconds: 300,
    sameRegion: false,
  },
}
const request = {
  method: 'POST',
  url: 'https://shop.example.net/cart',
  followRedirects: true,
  skipSSL: false,
  body: '{"lamps": 2}',
  bodyType: 'JSON',
  headers: [{ key: 'X-Team', value: 'blue', locked: false }],
  queryParameters: [{ key: 'page', value: '1', locked: false }],
  assertions: [{ source: 'STATUS_CODE', property: '', comparison: 'EQUALS', target: '200' }],
  basicAuth: { username: '', password: '' },
  ipFamily: 'IPv6',
}
const script = `import { test } from '@playwright/test'`
const group = {
  name: 'Shop',
  activated: true,
  muted: false,
  tags: ['shop'],
  locations: ['eu-west-1'],
  concurrency: 5,
  environmentVariables: [{ key: 'TEAM', value: 'blue', locked: false, secret: false }],
  apiCheckDefaults: {
    url: 'https://shop.example.net/',
    headers: [{ key: 'a', value: 'b', locked: false }],
    queryParameters: [],
    basicAuth: { username: '', password: '' },
    assertions: [],
  },
  localSetupScript: 'setup()',
  useGlobalAlertSettings: false,
}
const window = {
  name: 'Nightly',
  startsAt: '2030-08-24T00:00:00.000Z',
  endsAt: '2030-08-24T01:00:00.000Z',
  repeatInterval: 1,
  repeatUnit: 'MONTH',
  repeatEndsAt: '2031-08-24T00:00:00.000Z',
  tags: ['shop'],
}
const dashboard = {
  customUrl: 'plan-shop',
  header: 'Shop',
  description: 'All of it',
  logo: 'https://shop.example.net/logo.png',
  width: '960PX',
  refreshRate: 300,
  paginate: true,
  paginationRate: 30,
  checksPerPage: 5,
  tags: ['shop'],
  hideTags: true,
}

/** Case 69. The provider is a program in Go; what it sends and what it compares is known, and is what counts here. */
forOneEngine('a plan of the Terraform provider after an apply is empty', (engine) => {
  const api = apiUnderTest(engine)

  function send(method: string, path: string, body?: unknown) {
    return api.call(method, path, {
      ...(body === undefined ? {} : { body }),
      account: null,
      headers: { 'X-Checkly-Account': api.accountId, 'x-checkly-source': 'TF' },
    })
  }

  async function resources(): Promise<Resource[]> {
    const service = (await send('POST', '/v1/status-pages/services', { name: 'Cart' })).textAt('id')
    const page = {
      name: 'Shop',
      url: 'plan-page',
      logo: 'https://shop.example.net/logo.png',
      defaultTheme: 'DARK',
      cards: [{ name: 'All', services: [{ id: service }] }],
    }
    const suite = {
      ...check,
      retryStrategy: undefined,
      codeBundlePath: await uploadEmptyProject(api),
      browsers: ['chromium'],
      testCommand: 'npx playwright test',
      cacheHash: 'c'.repeat(64),
      workingDir: 'apps/shop',
    }
    const { cert, key } = makeClientCertificate()
    return [
      ...referenceMonitors.map(({ segment, full, bare }) => ({
        name: segment,
        path: `/v1/checks/${segment}?autoAssignAlerts=false`,
        bodies: [referenceMonitor('Shop', full, { tags: ['shop'] }), referenceMonitor('Shop 2', bare)],
        read: '/v1/checks/ID',
        update: `/v1/checks/${segment}/ID?autoAssignAlerts=false`,
      })),
      {
        name: 'heartbeat',
        path: '/v1/checks/heartbeat',
        bodies: [1, 2].map((period) => ({
          name: 'Backup',
          activated: true,
          heartbeat: { period, periodUnit: 'hours', grace: 10, graceUnit: 'minutes', pingToken: '' },
        })),
        read: '/v1/checks/ID',
        update: '/v1/checks/heartbeat/ID',
      },
      ...[
        {
          segment: 'api',
          checkType: 'API',
          own: { request, localSetupScript: 'setup()' },
        },
        { segment: 'browser', checkType: 'BROWSER', own: { script, sslCheckDomain: 'shop.example.net' } },
        { segment: 'multistep', checkType: 'MULTI_STEP', own: { script } },
      ].map(({ segment, checkType, own }) => ({
        name: segment,
        path: `/v1/checks/${segment}`,
        bodies: [
          { ...check, checkType, ...own },
          { ...check, checkType, ...own, name: 'Shop 2', frequency: 30, tags: ['b'] },
        ],
        read: '/v1/checks/ID',
        update: '/v1/checks/ID',
      })),
      {
        name: 'suite',
        path: '/v1/checks/playwright',
        bodies: [suite, { ...suite, testCommand: 'npx playwright test --grep @smoke' }],
        read: '/v1/checks/ID',
        update: '/v1/checks/playwright/ID',
      },
      { name: 'group', path: '/v1/check-groups', bodies: [group, { ...group, concurrency: 2, tags: ['b'] }] },
      {
        name: 'group of version 2',
        path: '/v2/check-groups',
        bodies: [group, { ...group, concurrency: 2, tags: ['b'] }],
        read: '/v1/check-groups/ID',
      },
      ...Object.entries(goodConfigs).map(([type, config]) => ({
        name: `${type} channel`,
        path: '/v1/alert-channels',
        bodies: [false, true].map((sendDegraded) => ({
          type,
          config,
          sendDegraded,
          sendRecovery: true,
          sendFailure: true,
          sslExpiry: true,
          sslExpiryThreshold: 10,
        })),
      })),
      {
        name: 'snippet',
        path: '/v1/snippets',
        bodies: [
          { name: 'plan', script: 'a()' },
          { name: 'plan-2', script: 'b()' },
        ],
      },
      {
        name: 'dashboard',
        path: '/v1/dashboards',
        bodies: [dashboard, { ...dashboard, width: 'FULL', hideTags: false }],
        idField: 'dashboardId',
      },
      { name: 'window', path: '/v1/maintenance-windows', bodies: [window, { ...window, tags: ['b', 'a'] }] },
      {
        name: 'variable',
        path: '/v1/variables',
        bodies: ['one', 'two'].map((value) => ({ key: 'PLAN', value, locked: false, secret: false })),
        idField: 'key',
      },
      {
        name: 'private location',
        path: '/v1/private-locations',
        bodies: ['Lab', 'Cellar'].map((name) => ({ name, slugName: 'plan-lab', icon: 'location' })),
      },
      {
        name: 'client certificate',
        path: '/v1/client-certificates',
        bodies: [{ host: 'shop.example.net', cert }].map((shown) => ({ ...shown, key })),
      },
      {
        name: 'service',
        path: '/v1/status-pages/services',
        bodies: [{ name: 'Cart' }, { name: 'Basket' }],
      },
      { name: 'status page', path: '/v1/status-pages', bodies: [page, { ...page, defaultTheme: 'LIGHT' }] },
    ]
  }

  test('case 69: whatever it has created or changed is read as it was sent', async () => {
    // Else secrets of channels are masked, and planned anew for ever.
    const settings = { body: { showChannelSecrets: true } }
    assert.equal((await api.call('PATCH', '/v1/accounts/me/settings', settings)).status, 200)
    const planned: string[] = []
    for (const { name, path, bodies, idField = 'id', ...paths } of await resources()) {
      const withId = (template: string, id: string) => template.replace('ID', id)
      let id: string | null = null
      for (const body of bodies) {
        const written: Awaited<ReturnType<typeof send>> =
          id === null
            ? await send('POST', path, body)
            : await send('PUT', withId(paths.update ?? `${path}/ID`, id), body)
        assert.equal(written.status, id === null ? 201 : 200, `${name}: ${written.text}`)
        id ??= String(written.at(idField))
        const read = await send('GET', withId(paths.read ?? `${path}/ID`, id))
        assert.equal(read.status, 200, `${name}: ${read.text}`)
        // A private key is written and never shown: the provider keeps what it has sent.
        const { key, ...shown } = body
        const compared = name === 'client certificate' ? shown : { ...shown, key }
        planned.push(...differences(compared, read.record(), name))
      }
    }
    assert.deepEqual(planned, [])
  })

  test('case 69: a trigger is the same one however often it is asked for', async () => {
    const body = referenceMonitor('Shop', { url: 'https://shop.example.net/' })
    const checkId = (await send('POST', '/v1/checks/url', body)).textAt('id')
    const groupId = String((await send('POST', '/v1/check-groups', group)).at('id'))
    for (const path of [`/v1/triggers/checks/${checkId}`, `/v1/triggers/check-groups/${groupId}`]) {
      const created = await send('POST', path)
      assert.equal(created.status, 201, created.text)
      assert.equal((await send('GET', path)).at('token'), created.at('token'))
    }
  })
})
