import assert from 'node:assert/strict'
import { before, test, type TestContext } from 'node:test'
import type { BrowserContext } from '@playwright/test'
import { makeClientCertificate } from '@sonde/actions/testing/client-certificates.ts'
import { checkKinds } from '@sonde/schema/check-types/check-kinds.ts'
import type { CheckKind } from '@sonde/schema/check-types/check-kind.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import type { FormSchema } from '@sonde/web/schema-form/form-schema.ts'
import type { FormValue } from '@sonde/web/schema-form/value-at.ts'
import { documents } from '../../packages/web/build/documents.ts'
import { someCredentials } from '../support/api-client.ts'
import { absent, leavesOf, valueFor, type KnownValues } from '../support/form-values.ts'
import { formVisitor } from '../support/form-visitor.ts'
import { serviceForTests, type Service } from '../support/service-under-test.ts'
import {
  browserForTests,
  claimInstallation,
  expectAccessible,
  signIn,
  watchPage,
} from '../support/web-visitor.ts'

const browser = browserForTests()
const sharedService = serviceForTests()
const screens = `/accounts/${someCredentials.accountId}`

let session: Awaited<ReturnType<BrowserContext['storageState']>>
let known: KnownValues
before(async () => {
  const service = sharedService()
  known = await furnish(service)
  await claimInstallation(service.server())
  const page = await browser.open()
  await signIn(page, service.address)
  session = await page.context().storageState()
  await page.context().close()
})

test('every field of every type of check can be filled in, saved, shown again and saved unchanged:', async (all) => {
  const service = sharedService()
  const page = await openSignedIn(all, service)
  for (const kind of checkKinds) {
    await all.test(kind.title, async () => {
      const schema = documentOf(kind)
      const filled = new Set<string>()
      for (const values of casesOf(kind)) {
        const value = asValue(valueFor(schema, { ...known, ...values }))
        const visitor = formVisitor(page, schema)
        await page.goto(`${service.address}${screens}/checks/new/${kind.checkType.toLowerCase()}`)
        await page.getByRole('button', { name: 'Create check' }).waitFor()
        for (const path of await visitor.fill(value)) filled.add(path)
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
        await page.waitForURL(`**${screens}/checks/${id}`)

        const stored = asValue(await service.expect(200, 'GET', `/v1/checks/${id}`))
        const shown = shownBy(kind, value)
        assert.deepEqual(partOf(stored, shown), shown)

        await page.goto(`${service.address}${screens}/checks/${id}/edit`)
        await page.getByRole('button', { name: 'Save changes' }).waitFor()
        await visitor.expectShown(shown)
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
        leavesOf(schema).filter((path) => !filled.has(path)),
        [],
      )
    })
  }
})

test('every field of a group can be filled in, saved, shown again and saved unchanged', async (context) => {
  const service = sharedService()
  const knownOfGroup = { ...known, 'environmentVariables.*.secret': false }
  const page = await openSignedIn(context, service)
  const schema = asSchema(documents['check-group'])
  const value = asValue(valueFor(schema, knownOfGroup))
  const visitor = formVisitor(page, schema)
  await page.goto(`${service.address}${screens}/groups/new`)
  await page.getByRole('button', { name: 'Create group' }).waitFor()
  const filled = await visitor.fill(value)
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
  await visitor.expectShown(value)
  const [change] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'PATCH'),
    page.getByRole('button', { name: 'Save changes' }).click(),
  ])
  assert.deepEqual(change.postDataJSON(), {})
  assert.equal((await change.response())?.status(), 200)
  const missing = leavesOf(schema).filter((leaf) => !filled.has(leaf))
  assert.deepEqual(missing, [])
})

test('what the server refuses stands at its field, which gets the focus, and nothing typed is lost', async (context) => {
  const service = sharedService()
  const page = await openSignedIn(context, service)
  await page.goto(`${service.address}${screens}/checks/new/icmp`)
  await page.getByLabel('Name', { exact: false }).first().fill('Gateway')
  await page.getByLabel('Host', { exact: false }).first().fill('http://gateway.example.net/')
  await page.getByRole('button', { name: 'Create check' }).click()
  const host = page.locator('[data-field="request.hostname"] input')
  await page.locator('[data-field="request.hostname"] input[aria-invalid="true"]').waitFor()
  assert.equal(await page.locator('[data-field="request.hostname"] input:focus').count(), 1)
  assert.equal(await host.inputValue(), 'http://gateway.example.net/')
  assert.match(await page.getByRole('alert').first().innerText(), /One field is not right yet/)
  await expectAccessible(page, 'a form with a refused field')
  await host.fill('127.0.0.1')
  await page.getByRole('button', { name: 'Create check' }).click()
  await page.waitForURL(/\/checks\/[0-9a-f-]{36}$/)
})

test('a text that is no number is told at once and never sent', async (context) => {
  const service = sharedService()
  const page = await openSignedIn(context, service)
  await page.goto(`${service.address}${screens}/checks/new/tcp`)
  await page.getByLabel('Port').fill('https')
  assert.match(await page.locator('[data-field="request.port"]').innerText(), /must be a number/)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.method()))
  await page.getByRole('button', { name: 'Create check' }).click()
  await page.getByText('One field is not right yet').waitFor()
  assert.equal(requests.includes('POST'), false)
})

test('whoever leaves a form with changes is asked first', async (context) => {
  const service = sharedService()
  const page = await openSignedIn(context, service)
  await page.goto(`${service.address}${screens}/checks/new/icmp`)
  await page.getByLabel('Name', { exact: false }).first().fill('Half done')
  await page.getByRole('link', { name: 'Groups' }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
  await page.getByRole('button', { name: 'Stay' }).click()
  assert.equal(await page.getByLabel('Name', { exact: false }).first().inputValue(), 'Half done')
  await page.getByRole('link', { name: 'Groups' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL(/\/groups$/)
})

test('the forms are accessible, and as narrow as a phone:', async (all) => {
  const service = sharedService()
  const page = await openSignedIn(all, service)
  await page.setViewportSize({ width: 320, height: 700 })
  const types = checkKinds.map((kind) => `checks/new/${kind.checkType.toLowerCase()}`)
  for (const path of ['checks/new', ...types, 'groups/new']) {
    await all.test(path, async () => {
      await page.goto(`${service.address}${screens}/${path}`)
      await page.getByRole('heading', { level: 1, name: /^New/ }).waitFor()
      if (path !== 'checks/new') await page.getByRole('button', { name: /^Create/ }).waitFor()
      await expectAccessible(page, path)
      const isTooWide = await page.evaluate('document.documentElement.scrollWidth > window.innerWidth')
      assert.equal(isTooWide, false)
    })
  }
})

async function openSignedIn(context: TestContext, service: Service) {
  const page = await browser.open({ storageState: session })
  watchPage(context, page, service.address)
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

const proto =
  'syntax = "proto3"; package shop; message Item {} service Shop { rpc Get (Item) returns (Item); }'

/** What cannot be together is filled in one after the other. */
function casesOf({ checkType, subMinuteSeconds }: CheckKind): readonly KnownValues[] {
  const [seconds] = subMinuteSeconds
  const often = seconds === undefined ? {} : { frequency: 0, frequencyOffset: seconds }
  if (checkType === 'URL') return [{ 'request.url': 'https://www.example.net/health' }]
  if (checkType === 'TRACEROUTE') return [{ 'request.url': 'www.example.net' }]
  if (checkType !== 'GRPC') return [{}]
  const config = 'request.grpcConfig'
  const host = {
    'request.url': 'grpc.example.net',
    [`${config}.encoding`]: 'PROTOBUF',
    [`${config}.metadata.*.key`]: 'x-shop',
  }
  return [
    {
      ...host,
      [`${config}.mode`]: 'BEHAVIOR',
      [`${config}.service`]: absent,
      [`${config}.method`]: 'shop.Shop/Get',
      [`${config}.serviceDefinition`]: 'PROTO_FILE',
      [`${config}.protoContent`]: proto,
      [`${config}.message`]: '{}',
    },
    {
      ...host,
      ...often,
      'request.port': '{{PORT}}',
      [`${config}.mode`]: 'HEALTH',
      ...Object.fromEntries(
        ['method', 'serviceDefinition', 'protoContent', 'message'].map((name) => [
          `${config}.${name}`,
          absent,
        ]),
      ),
    },
  ]
}

function documentOf({ checkType }: CheckKind): FormSchema {
  const { properties, ...rest } = asSchema(documents[checkType])
  const { checkType: _fixed, ...fields } = properties ?? {}
  return { ...rest, properties: fields }
}

/** The fields that answers of the type show: variables and the like never come back. */
function shownBy({ answers }: CheckKind, value: FormValue): FormValue {
  const { properties = {} } = asSchema(answers.v1)
  return Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(properties, name)))
}

/** As much of a value as `like` has. */
function partOf(value: unknown, like: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(like)) {
    const others: readonly unknown[] = like
    return value.map((item, index) => partOf(item, others[index]))
  }
  if (!isRecord(value) || !isRecord(like)) return value
  return Object.fromEntries(Object.keys(like).map((name) => [name, partOf(value[name], like[name])]))
}

function asValue(value: unknown): FormValue {
  assert.ok(isRecord(value))
  return value
}

// The guarantee behind this cast: the documents of the web, and the schemas of answers, are JSON Schemas.
function asSchema(schema: unknown): FormSchema {
  return schema as FormSchema
}
