// In turns: a browser and a whole service.
import assert from 'node:assert/strict'
import { before, test, type TestContext } from 'node:test'
import type { BrowserContext, Page } from '@playwright/test'
import { makeClientCertificate } from '@sonde/actions/testing/client-certificates.ts'
import { some } from '@sonde/ground/testing/thoroughness.ts'
import type { CheckKind } from '@sonde/schema/check-types/check-kind.ts'
import { checkKinds, showsVariables } from '@sonde/schema/check-types/check-kinds.ts'
import type { FormSchema } from '@sonde/web/schema-form/form-schema.ts'
import { documents } from '../../packages/web/build/documents.ts'
import { someCredentials } from '../support/api-client.ts'
import { expect } from '../support/web/expect.ts'
import {
  casesOf,
  documentOf,
  withoutUnshown,
  ownPartOf,
  escalation,
  otherEscalation,
  shownBy,
  partOf,
  asValue,
  asSchema,
} from '../support/web/check-form-cases.ts'
import { absent, leavesOf, valueFor, type KnownValues } from '../support/web/form-values.ts'
import { formVisitor } from '../support/web/form-visitor.ts'
import { serviceForTests, type Service } from '../support/service-under-test.ts'
import {
  browserForTests,
  claimInstallation,
  expectAccessible,
  openSection,
  signIn,
  watchPage,
} from '../support/web/web-visitor.ts'

const browser = browserForTests()
const sharedService = serviceForTests()
const screens = `/accounts/${someCredentials.accountId}`
const phone = { width: 320, height: 700 }

let visitor: BrowserContext
let known: KnownValues
before(async () => {
  const service = sharedService()
  known = await furnish(service)
  await claimInstallation(service.server())
  const page = await browser.open()
  await signIn(page, service.address)
  visitor = page.context()
  await page.close()
})

test('every field of every type of check can be filled in on a phone, saved, shown again and saved unchanged:', async (all) => {
  const service = sharedService()
  const page = await openSignedIn(all, service)
  await page.setViewportSize(phone)
  // Projects are made by code, and their form is looked at where they are.
  const made = checkKinds.filter(({ run }) => run?.needs?.suite !== true)
  const chosen = new Set([
    ...some('forms in whole', made.filter(isFilledWhole), 1),
    ...some(
      'forms of types',
      made.filter((kind) => !isFilledWhole(kind)),
      3,
    ),
  ])
  for (const [index, kind] of made.entries()) {
    if (!chosen.has(kind)) continue
    await all.test(kind.title, async () => {
      const schema = documentOf(kind)
      const own = isFilledWhole(kind) ? schema : ownPartOf(schema)
      const filled = new Set<string>()
      for (const [nth, values] of casesOf(kind).entries()) {
        const value = asValue(
          valueFor(own, { ...known, ...secretsOf(kind), ...escalation(index), ...values }),
        )
        const form = formVisitor(page, schema)
        await page.goto(`${service.address}${screens}/checks/new/${kind.checkType.toLowerCase()}`)
        await page.getByRole('button', { name: 'Create check' }).waitFor()
        if (nth === 0) {
          await expectNarrow(page)
          await form.unfold()
          await expectFields(page, schema)
          await expectAccessible(page, kind.title)
        }
        for (const path of await form.fill(value)) filled.add(path)
        await expectNarrow(page)
        const [sent] = await Promise.all([
          page.waitForRequest(
            (request) => request.method() === 'POST' && request.url().includes('/v1/checks/'),
          ),
          page.getByRole('button', { name: 'Create check' }).click(),
        ])
        assert.deepEqual(partOf(sent.postDataJSON(), value), value)
        const answer = await sent.response()
        assert.ok(answer)
        assert.equal(answer.status(), 201, await answer.text())
        const id = String(asValue(await answer.json())['id'])
        await page.waitForURL(({ pathname }) => pathname.endsWith(`/checks/${id}`))

        const stored = asValue(await service.expect(200, 'GET', `/v1/checks/${id}`))
        const shown = shownBy(kind, value)
        assert.deepEqual(partOf(stored, shown), shown)

        await page.goto(`${service.address}${screens}/checks/${id}/edit`)
        await page.getByRole('button', { name: 'Save changes' }).waitFor()
        // Stored variables are kept as they are until they are replaced.
        const { environmentVariables: _kept, ...inForm } = shown
        await form.expectShown(inForm)
        const [change] = await Promise.all([
          page.waitForRequest((request) => request.method() === 'PATCH'),
          page.getByRole('button', { name: 'Save changes' }).click(),
        ])
        assert.deepEqual(change.postDataJSON(), {})
        assert.equal((await change.response())?.status(), 200)
        const after = asValue(await service.expect(200, 'GET', `/v1/checks/${id}`))
        assert.deepEqual({ ...after, updated_at: null }, { ...stored, updated_at: null })
      }
      // A field that is new in the schema is here until some case fills it in.
      assert.deepEqual(
        leavesOf(own).filter((path) => !filled.has(path) && !otherEscalation.has(path)),
        [],
      )
    })
  }
})

/** What all types have alike is filled in for one that runs and one that does not, and is there for the others. */
function isFilledWhole(kind: CheckKind): boolean {
  return kind === checkKinds[0] || kind.checkType === 'HEARTBEAT'
}

/** Where variables are shown, secret ones are not: what cannot be read back is filled in for other types. */
function secretsOf({ checkType }: CheckKind): Record<string, boolean> {
  return showsVariables(checkType) ? { 'environmentVariables.*.secret': false } : {}
}

test('every field of a group can be filled in on a phone, saved, shown again and saved unchanged', async (context) => {
  const service = sharedService()
  const knownOfGroup = {
    ...known,
    ...escalation(0),
    useGlobalAlertSettings: false,
    'environmentVariables.*.secret': false,
  }
  const page = await openSignedIn(context, service)
  await page.setViewportSize(phone)
  const schema = withoutUnshown(asSchema(documents['check-group']))
  const value = asValue(valueFor(schema, knownOfGroup))
  const form = formVisitor(page, schema)
  await page.goto(`${service.address}${screens}/groups/new`)
  await page.getByRole('button', { name: 'Create group' }).waitFor()
  await expectNarrow(page)
  await form.unfold()
  await expectAccessible(page, 'groups/new')
  const filled = await form.fill(value)
  await expectNarrow(page)
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'POST'),
    page.getByRole('button', { name: 'Create group' }).click(),
  ])
  assert.deepEqual(partOf(sent.postDataJSON(), value), value)
  const answer = await sent.response()
  assert.ok(answer)
  assert.equal(answer.status(), 201, await answer.text())
  const path = `/v1/check-groups/${String(asValue(await answer.json())['id'])}`
  await page.waitForURL(/\/groups(?:\/\d+)?$/)
  const stored = asValue(await service.expect(200, 'GET', path))
  assert.deepEqual(partOf(stored, value), value)

  await page.goto(`${service.address}${screens}/groups/${String(stored['id'])}/edit`)
  await page.getByRole('button', { name: 'Save changes' }).waitFor()
  await form.expectShown(value)
  const [change] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'PATCH'),
    page.getByRole('button', { name: 'Save changes' }).click(),
  ])
  assert.deepEqual(change.postDataJSON(), {})
  assert.equal((await change.response())?.status(), 200)
  const missing = leavesOf(schema).filter((leaf) => !filled.has(leaf) && !otherEscalation.has(leaf))
  assert.deepEqual(missing, [])
})

test('the choice of a type is accessible and fits a phone', async (context) => {
  const service = sharedService()
  const page = await openSignedIn(context, service)
  await page.setViewportSize(phone)
  await page.goto(`${service.address}${screens}/checks/new`)
  await page.getByRole('heading', { level: 1, name: 'New check' }).waitFor()
  await page.getByText('Does a name resolve to the right records?').waitFor()
  await expectAccessible(page, 'checks/new')
  await expectNarrow(page)
})

test('what the server refuses stands at its field, which gets the focus, and nothing typed is lost', async (context) => {
  const service = sharedService()
  const page = await openSignedIn(context, service)
  await page.goto(`${service.address}${screens}/checks/new/icmp`)
  const host = page.getByRole('textbox', { name: 'Host' })
  await host.fill('gateway example')
  await page.getByRole('button', { name: 'Create check' }).click()
  await expect(host).toHaveAttribute('aria-invalid', 'true')
  await expect(host).toBeFocused()
  await expect(host).toHaveValue('gateway example')
  await expect(page.getByRole('alert').first()).toContainText('One field needs attention')
  await host.fill('127.0.0.1')

  // The section of a refused field opens itself, and stays open while it is mended.
  await openSection(page, 'Ping')
  const pings = page.getByRole('textbox', { name: 'Pings per run' })
  await pings.fill('5000')
  await page.getByRole('button', { name: 'Ping', exact: true }).click()
  await expect(pings).toHaveCount(0)
  await page.getByRole('button', { name: 'Create check' }).click()
  await expect(pings).toBeFocused()
  await expect(pings).toHaveValue('5000')
  await expectAccessible(page, 'a form with a refused field')
  await pings.fill('5')
  await expect(pings).toBeVisible()
  await expect(page.getByRole('region', { name: 'Ping', exact: true })).toContainText('5 pings per run')
  await page.getByRole('button', { name: 'Create check' }).click()
  // Named after its target, since nobody said otherwise.
  await page.getByRole('heading', { level: 1, name: '127.0.0.1' }).waitFor()
})

test('what the group of a check decides is told with its source, folded and unfolded', async (context) => {
  const service = sharedService()
  const page = await openSignedIn(context, service)
  const channel = { alertChannelId: known['alertChannelSubscriptions.*.alertChannelId'], activated: true }
  const group = await service.expect(201, 'POST', '/v2/check-groups', {
    name: 'Night',
    locations: ['us-east-1', 'eu-west-1'],
    retryStrategy: { type: 'FIXED', maxRetries: 2, baseBackoffSeconds: 10 },
    useGlobalAlertSettings: false,
    alertSettings: { escalationType: 'TIME_BASED', timeBasedEscalation: { minutesFailingThreshold: 10 } },
    alertChannelSubscriptions: [channel],
  })
  const monitor = await service.createMonitor({ name: 'Gateway', locations: ['eu-central-1'] })
  const path = `/v1/checks/icmp/${monitor}`
  await service.expect(200, 'PATCH', path, { doubleCheck: true })
  await page.goto(`${service.address}${screens}/checks/${monitor}/edit`)
  const fold = (title: string) => page.getByRole('region', { name: title, exact: true })
  await expect(fold('Retries')).toContainText('1 retry at another location if there is one, at once')
  await expect(fold('Alerts')).toContainText('Webhook: hook; at the first failed run, from the account')

  // As soon as the group is chosen, before anything is saved.
  await openSection(page, 'Group and status page')
  await page.getByLabel('Group', { exact: true }).selectOption(String(asValue(group)['id']))
  const places = page.getByRole('group', { name: 'Locations', exact: true })
  await expect(places).toContainText(
    'From group Night. 2 locations: N. Virginia (us-east-1), Ireland (eu-west-1).',
  )
  await expect(fold('Retries')).toContainText(
    'Up to 2 retries at the same location, after 10 s each, from group Night',
  )
  await expect(fold('Alerts')).toContainText(
    'Webhook: hook, from group Night; after 10 minutes of failing, from group Night',
  )
  await expect(fold('Group and status page')).toContainText('Group Night, no status page')
  await openSection(page, 'Retries')
  await openSection(page, 'Alerts')
  await expect(fold('Retries')).toContainText('The retries of the check itself, below, do not count')
  await expect(fold('Alerts')).toContainText('It notifies Webhook: hook.')
  await expect(page.getByRole('checkbox', { name: /double check/i })).toHaveCount(0)
  // Settings that the account decides are not asked for.
  await expect(page.locator('[data-field^="alertSettings."]')).toHaveCount(0)
  await expectAccessible(page, 'a form whose group decides')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('heading', { level: 1, name: 'Gateway' }).waitFor()
  const stored = asValue(await service.expect(200, 'GET', `/v1/checks/${monitor}`))
  // What the form does not show, or nobody touched, is kept.
  assert.deepEqual([stored['doubleCheck'], stored['locations']], [true, ['eu-central-1']])
})

test('a text that is no number is told at once and never sent', async (context) => {
  const service = sharedService()
  const page = await openSignedIn(context, service)
  await page.goto(`${service.address}${screens}/checks/new/tcp`)
  await page.getByLabel('Port').fill('https')
  assert.match(await page.locator('[data-field="request.port"]').innerText(), /Enter a number/)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.method()))
  await page.getByRole('button', { name: 'Create check' }).click()
  await page.getByText('One field needs attention').waitFor()
  assert.equal(requests.includes('POST'), false)
})

test('an address in another form is completed, and the form says so before it is saved', async (context) => {
  const service = sharedService()
  const page = await openSignedIn(context, service)
  const storedRequest = async () => {
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'POST'),
      page.getByRole('button', { name: 'Create check' }).click(),
    ])
    assert.equal(answer.status(), 201, await answer.text())
    const id = String(asValue(await answer.json())['id'])
    // The screen of the check may say more in its address than which check it is.
    await page.waitForURL(({ pathname }) => pathname.endsWith(id))
    return asValue(asValue(await service.expect(200, 'GET', `/v1/checks/${id}`))['request'])
  }
  await page.goto(`${service.address}${screens}/checks/new/tcp`)
  await page.getByRole('textbox', { name: 'Host' }).fill('https://db.example.com:5432/x')
  await page.getByText('Will connect to db.example.com, port 5432').waitFor()
  const { hostname, port } = await storedRequest()
  assert.deepEqual([hostname, port], ['db.example.com', 5432])

  await page.goto(`${service.address}${screens}/checks/new/url`)
  const help = page.getByRole('link', { name: /^Help/ }).last()
  await expect(help).toHaveAttribute('href', '/help/monitors/url')
  await page.getByRole('textbox', { name: 'Address' }).fill('shop.example.com/health')
  await page.getByText('Will request https://shop.example.com/health').waitFor()
  assert.equal((await storedRequest())['url'], 'https://shop.example.com/health')
})

test('whoever leaves a form with changes is asked first', async (context) => {
  const service = sharedService()
  const page = await openSignedIn(context, service)
  await page.goto(`${service.address}${screens}/checks/new/icmp`)
  const host = page.getByRole('textbox', { name: 'Host' })
  await host.fill('half.example.net')
  await page.getByRole('link', { name: 'Groups' }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
  await page.getByRole('button', { name: 'Stay' }).click()
  await expect(host).toHaveValue('half.example.net')
  await page.getByRole('link', { name: 'Groups' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL(/\/groups$/)
})

async function openSignedIn(context: TestContext, service: Service) {
  // In the same window: what the browser has loaded once, it has.
  const page = await visitor.newPage()
  watchPage(context, page, service.address)
  context.after(() => page.close())
  return page
}

/** What checks refer to, as it is in the account, and values that only rules in code know. */
async function furnish(service: Service): Promise<KnownValues> {
  const made = async (path: string, body: unknown) =>
    asValue(await service.expect(201, 'POST', path, body))['id']
  const channel = { type: 'WEBHOOK', config: { name: 'hook', url: 'http://127.0.0.1/', method: 'POST' } }
  const { cert, key } = makeClientCertificate()
  await made('/v1/private-locations', { name: 'Office', slugName: 'office' })
  return {
    checkType: absent,
    activated: false,
    frequency: 5,
    frequencyOffset: 20,
    locations: ['eu-central-1', 'us-east-1'],
    privateLocations: ['office'],
    tags: ['web', 'with a space'],
    groupId: await made('/v2/check-groups', { name: 'Shop' }),
    setupSnippetId: await made('/v1/snippets', { name: 'before', script: '1' }),
    tearDownSnippetId: await made('/v1/snippets', { name: 'after', script: '2' }),
    'alertChannelSubscriptions.*.alertChannelId': await made('/v1/alert-channels', channel),
    'triggerIncident.serviceId': await made('/v1/status-pages/services', { name: 'Shop' }),
    'retryStrategy.type': 'LINEAR',
    'environmentVariables.*.key': 'TOKEN',
    'request.hostname': 'host.example.net',
    'request.query': 'www.example.net',
    'request.nameServer': 'ns1.example.net',
    'request.sslConfig.hostname': 'host.example.net',
    'request.sslConfig.serverName': 'www.example.net',
    'request.sslConfig.clientCertificateMode': 'explicit',
    'request.sslClientCertificateId': await made('/v1/client-certificates', {
      host: 'host.example.net',
      cert,
      key,
    }),
  }
}

/** What every form of the type must have a control for, whatever is chosen in it. */
async function expectFields(page: Page, schema: FormSchema): Promise<void> {
  const conditional = new Set(['alertSettings', 'doubleCheck', 'request', 'heartbeat'])
  const expected = Object.keys(schema.properties ?? {}).filter((name) => !conditional.has(name))
  const shown = await page
    .locator('[data-field]')
    .evaluateAll((boxes) => boxes.map((box) => box.getAttribute('data-field')))
  assert.deepEqual(
    expected.filter((name) => !shown.includes(name)),
    [],
  )
}

async function expectNarrow(page: Page): Promise<void> {
  assert.equal(await page.evaluate('document.documentElement.scrollWidth > window.innerWidth'), false)
}
