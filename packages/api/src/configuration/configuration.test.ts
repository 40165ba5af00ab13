import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { rounds } from '@sonde/ground/testing/thoroughness.ts'
import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { isRecord } from '@sonde/ground/is-record.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest, type ApiUnderTest } from '../../testing/api-under-test.ts'
import { everything, stateOf } from '../../testing/account-state.ts'
import { makeClientCertificate } from '@sonde/actions/testing/client-certificates.ts'
import type { Answer } from '../../testing/http-client.ts'
import { goodConfigs } from '../../testing/make-channel.ts'
import {
  configurationChoices,
  everyKind,
  makeConfiguration,
  type ConfigurationChoices,
} from '../../testing/random-configuration.ts'

const path = '/v1/accounts/me/configuration'
const head = { format: 'sonde-configuration', version: 1 }

forOneEngine('export and import of configuration', (engine) => {
  const source = apiUnderTest(engine)
  const target = apiUnderTest(engine)

  async function exportOf(api: ApiUnderTest, account: string, query = ''): Promise<Record<string, unknown>> {
    const answer = await api.call('GET', path + query, { account })
    assert.equal(answer.status, 200, answer.text)
    assert.ok(isRecord(answer.body))
    return { ...answer.body }
  }

  const withSecrets = '?includeSecrets=true'

  async function importInto(api: ApiUnderTest, account: string, body: unknown, query = ''): Promise<Answer> {
    // What was made in the future counts as made now.
    api.clock.set(Math.max(api.clock.now(), source.clock.now()))
    const answer = await api.call('POST', path + query, { account, body })
    assert.equal(answer.status, 200, `${answer.text} ${api.logged.at(-1) ?? ''}`)
    return answer
  }

  const counts = (answer: Answer) =>
    ['created', 'updated', 'unchanged', 'skipped'].map((field) => answer.at(field))

  const filled = async (choices: ConfigurationChoices = everyKind) => {
    const account = await source.makeAccount(source.ownerId)
    await makeConfiguration(source, account, choices)
    return account
  }

  test('a random configuration that is exported and imported elsewhere gives the same answers, and twice changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(configurationChoices, async (choices) => {
        const [from, to] = [await filled(choices), await target.makeAccount(target.ownerId)]
        const document = await exportOf(source, from, withSecrets)
        const first = await importInto(target, to, document)
        assert.equal(first.at('skipped'), 0)
        assert.deepEqual(await everything(target, to), await everything(source, from))
        const before = await stateOf(target, to)
        const second = await importInto(target, to, document)
        assert.deepEqual(second.at('created'), 0, second.text)
        assert.deepEqual(second.at('updated'), 0, second.text)
        assert.deepEqual(await stateOf(target, to), before)
      }),
      { numRuns: rounds(12) },
    )
  })

  test('one of everything keeps its id, its secrets and its tokens on another server', async () => {
    const [from, to] = [await filled(), await target.makeAccount(target.ownerId)]
    const document = await exportOf(source, from, withSecrets)
    const report = await importInto(target, to, document)
    assert.deepEqual(await everything(target, to), await everything(source, from))
    for (const { kind, id, sourceId } of itemsIn(report)) {
      if (kind !== 'account') assert.equal(id, sourceId, String(kind))
    }
    const again = await exportOf(target, to, withSecrets)
    assert.deepEqual({ ...again, exportedAt: null }, { ...document, exportedAt: null })
    const trail = await target.store.read
      .selectFrom('audit_log')
      .select('changes')
      .where('account_id', '=', to)
      .execute()
    assert.equal(trail.length, Number(report.at('created')) + Number(report.at('updated')))
    assert.doesNotMatch(JSON.stringify(trail), /hunter2|topsecretpath|PRIVATE KEY|sesame-open/)
  })

  test('an export without secrets has none, and importing it back changes nothing', async () => {
    const account = await filled()
    const document = await exportOf(source, account)
    const text = JSON.stringify(document)
    const hidden =
      /hunter2|topsecretpath|PRIVATE KEY|sesame-open|hmac-secret|r0utingk3y|geniekey|abcdefgh|pingToken|"hash"/
    assert.doesNotMatch(text, hidden)
    assert.match(JSON.stringify(await exportOf(source, account, withSecrets)), hidden)
    const before = await stateOf(source, account)
    const report = await importInto(source, account, document)
    assert.deepEqual(counts(report).slice(0, 2), [0, 0], report.text)
    assert.equal(report.at('skipped'), 0)
    assert.deepEqual(await stateOf(source, account), before)
  })

  test('what cannot work without its secret is left out and named, and the rest is imported', async () => {
    const [from, to] = [await filled(), await target.makeAccount(target.ownerId)]
    const report = await importInto(target, to, await exportOf(source, from))
    const skipped = itemsIn(report).filter(({ action }) => action === 'skipped')
    assert.deepEqual(skipped.map(({ kind, name }) => `${String(kind)} ${String(name)}`).toSorted(), [
      'alertChannels #alerts',
      'alertChannels Ops',
      'alertChannels Relay',
      'alertChannels Web',
      'clientCertificates *.example.net',
      'variables HIDDEN',
    ])
    const warned = JSON.stringify(report.at('warnings'))
    for (const word of [
      'proxyUrl',
      'pingToken',
      'HIDDEN',
      'config.url',
      'password',
      'has no key for its agents',
    ]) {
      assert.ok(warned.includes(word), `${word}: ${warned}`)
    }
    const ssl = (await target.call('GET', '/v1/checks?limit=100', { account: to })).body
    assert.ok(Array.isArray(ssl))
    const stopped = ssl.filter((check) => isRecord(check) && check['checkType'] === 'SSL')
    assert.ok(stopped.length > 0)
    assert.ok(stopped.every((check) => check.activated === false))
    const second = await importInto(target, to, await exportOf(source, from))
    assert.deepEqual(counts(second).slice(0, 2), [0, 0], second.text)
  })

  test('an account that is imported beside itself gets new ids once, and keeps them', async () => {
    const from = await filled({ ...everyKind, pages: 0, windows: [] })
    const to = await source.makeAccount(source.ownerId)
    const document = { ...(await exportOf(source, from, withSecrets)), dashboards: [] }
    const before = await stateOf(source, from)
    const report = await importInto(source, to, document)
    assert.equal(report.at('skipped'), 0)
    for (const { kind, id, sourceId } of itemsIn(report)) {
      if (kind !== 'account' && kind !== 'variables') assert.notEqual(id, sourceId, String(kind))
    }
    assert.match(JSON.stringify(report.at('warnings')), /pingToken/)
    const again = await importInto(source, to, document)
    assert.deepEqual(counts(again).slice(0, 2), [0, 0], again.text)
    assert.deepEqual(await stateOf(source, from), before)
  })

  test('ids of another system get ids here, and references follow them', async () => {
    const account = await target.makeAccount(target.ownerId)
    const document = {
      ...head,
      alertChannels: [{ id: 'kuma:notification:1', type: 'SLACK', config: goodConfigs.SLACK }],
      checkGroups: [
        {
          id: 'kuma:group:1',
          name: 'Shop',
          alertChannelSubscriptions: [{ alertChannelId: 'kuma:notification:1', activated: true }],
        },
      ],
      statusPageServices: [{ id: 'kuma:service:1', name: 'Shop' }],
      checks: [
        {
          id: 'kuma:monitor:12',
          checkType: 'URL',
          name: 'Shop',
          groupId: 'kuma:group:1',
          request: { url: 'https://shop.example.net/' },
          alertChannelSubscriptions: [{ alertChannelId: 'kuma:notification:1', activated: true }],
          triggerIncident: {
            serviceId: 'kuma:service:1',
            severity: 'MINOR',
            name: 'n',
            description: 'd',
            notifySubscribers: false,
          },
        },
      ],
      statusPages: [
        {
          id: 'kuma:page:1',
          name: 'Shop',
          url: `k-${Date.now()}`,
          cards: [{ name: 'All', services: [{ id: 'kuma:service:1' }] }],
        },
      ],
    }
    const dry = await importInto(target, account, document, '?dryRun=true')
    // The import may give others.
    assert.deepEqual(new Set(itemsIn(dry).map((item) => item['id'])), new Set([null]))
    assert.deepEqual(counts(dry), [5, 0, 0, 0])
    assert.deepEqual((await exportOf(target, account))['checks'], [])
    const first = await importInto(target, account, document)
    assert.deepEqual(counts(first), [5, 0, 0, 0])
    const second = await importInto(target, account, document)
    assert.deepEqual(counts(second), [0, 0, 5, 0])
    const byKind = new Map(itemsIn(first).map((item) => [item['kind'], item['id']]))
    const check = await target.call('GET', `/v3/checks/${String(byKind.get('checks'))}`, { account })
    assert.equal(check.at('groupId'), byKind.get('checkGroups'))
    assert.equal(check.at('alertChannelSubscriptions.0.alertChannelId'), byKind.get('alertChannels'))
    assert.equal(check.at('triggerIncident.serviceId'), byKind.get('statusPageServices'))
    const made = await target.call('POST', '/v2/check-groups', { account, body: { name: 'Next' } })
    assert.equal(made.status, 201, made.text)
    const changed = structuredClone(document)
    for (const item of changed.checks) item.name = 'Shop 2'
    const third = await importInto(target, account, changed)
    assert.deepEqual(counts(third), [0, 1, 4, 0])
    assert.deepEqual(itemsIn(third).find(({ action }) => action === 'updated')?.['changes'], ['name'])
  })

  test('numbers that were imported are not given out again', async () => {
    const account = await target.makeAccount(target.ownerId)
    const groups = [
      { id: 40_001, name: 'A' },
      { id: 40_002, name: 'B' },
    ]
    await importInto(target, account, { ...head, checkGroups: groups })
    const made = await target.call('POST', '/v2/check-groups', { account, body: { name: 'C' } })
    assert.ok(Number(made.at('id')) > 40_002, made.text)
    const far = await importInto(target, account, {
      ...head,
      checkGroups: [{ id: 900_000_000_000_000, name: 'D' }],
    })
    assert.ok(Number(far.at('items.0.id')) < 1_000_000, far.text)
  })

  const mistakes: [what: string, document: object, wrong: string[]][] = [
    [
      'a field that is wrong',
      { checks: [{ id: 'a', checkType: 'URL', name: 'x', request: { url: 'ftp://x' } }] },
      ['checks.0.request.url'],
    ],
    ['an unknown type', { checks: [{ id: 'a', checkType: 'NOPE', name: 'x' }] }, ['checks.0.checkType']],
    ['a missing id', { checkGroups: [{ name: 'x' }] }, ['checkGroups.0.id']],
    [
      'an id twice',
      {
        checkGroups: [
          { id: 1, name: 'x' },
          { id: '1', name: 'y' },
        ],
      },
      ['checkGroups.1.id'],
    ],
    [
      'a key twice',
      {
        variables: [
          { key: 'A', value: 'x' },
          { key: 'A', value: 'y' },
        ],
      },
      ['variables.1'],
    ],
    [
      'a reference to nothing',
      {
        checks: [
          {
            id: 'a',
            checkType: 'ICMP',
            name: 'x',
            groupId: 'b',
            request: { hostname: 'h.example.net' },
            privateLocations: ['nowhere'],
            alertChannelSubscriptions: [{ alertChannelId: 7, activated: true }],
          },
        ],
      },
      [
        'checks.0.alertChannelSubscriptions.0.alertChannelId',
        'checks.0.privateLocations.0',
        'checks.0.groupId',
      ],
    ],
    [
      'subscriptions at a channel',
      { alertChannels: [{ id: 1, type: 'SLACK', config: goodConfigs.SLACK, subscriptions: [] }] },
      ['alertChannels.0.subscriptions'],
    ],
    ['an unknown list', { monitors: [] }, ['monitors']],
    ['a newer version', { version: 2 }, ['version']],
    ['another format', { format: 'checkly' }, ['format']],
    [
      'a time that is none',
      { variables: [{ key: 'A', value: 'x', createdAt: 'yesterday' }] },
      ['variables.0.createdAt'],
    ],
    [
      'a wrong setting of the account',
      { account: { settings: { color: 'red' } } },
      ['account.settings.color'],
    ],
  ]
  for (const [what, document, wrong] of mistakes) {
    test(`${what} is refused by its path, and nothing is imported`, async () => {
      const account = await target.makeAccount(target.ownerId)
      const body = { ...head, statusPageServices: [{ id: 'fine', name: 'Fine' }], ...document }
      const answer = await target.call('POST', path, { account, body })
      assert.equal(answer.status, 400, answer.text)
      assert.deepEqual(answer.at('validation.keys'), wrong)
      assert.deepEqual((await exportOf(target, account))['statusPageServices'], [])
    })
  }

  test('a check cannot be imported over one of another type', async () => {
    const account = await target.makeAccount(target.ownerId)
    const icmp = { id: 'x', checkType: 'ICMP', name: 'x', request: { hostname: 'h.example.net' } }
    await importInto(target, account, { ...head, checks: [icmp] })
    const url = { ...icmp, checkType: 'URL', request: { url: 'https://h.example.net/' } }
    const answer = await target.call('POST', path, { account, body: { ...head, checks: [url] } })
    assert.deepEqual(answer.at('validation.keys'), ['checks.0.checkType'], answer.text)
  })

  test('golden files are not in the document: an account that has them keeps them, another one is warned', async () => {
    const from = await source.makeAccount(source.ownerId)
    const uploaded = await source.call('POST', '/next/checkly-storage/upload', {
      account: from,
      payload: Buffer.from('a picture'),
      headers: { 'content-type': 'application/octet-stream' },
    })
    const snapshots = [{ key: uploaded.textAt('key'), path: 'script.js-snapshots/home-linux.png' }]
    const body = { name: 'Shop', script: 'x', snapshots }
    assert.equal((await source.call('POST', '/v1/checks/browser', { account: from, body })).status, 201)
    const document = await exportOf(source, from)
    assert.deepEqual(counts(await importInto(source, from, document)).slice(0, 2), [0, 0])
    const to = await target.makeAccount(target.ownerId)
    const report = await importInto(target, to, document)
    assert.match(JSON.stringify(report.at('warnings')), /checks\.0\.snapshots.*Make them anew/)
    const [check] = (await target.call('GET', '/v1/checks', { account: to })).body as { snapshots: unknown }[]
    assert.deepEqual(check?.snapshots, [])
  })

  test('what the document does not name stays', async () => {
    const account = await filled({ ...everyKind, pages: 0, windows: [], dashboards: [] })
    const before = await stateOf(source, account)
    await importInto(source, account, { ...head })
    assert.deepEqual(await stateOf(source, account), before)
  })

  test('a certificate that does not fit its key is refused', async () => {
    const account = await target.makeAccount(target.ownerId)
    const item = {
      id: 'c',
      host: 'a.example.net',
      cert: makeClientCertificate().cert,
      key: makeClientCertificate().key,
    }
    const answer = await target.call('POST', path, { account, body: { ...head, clientCertificates: [item] } })
    assert.deepEqual(answer.at('validation.keys'), ['clientCertificates.0.key'], answer.text)
  })

  test('it may be packed, and larger than any other body', async () => {
    const account = await target.makeAccount(target.ownerId)
    const script = randomBytes(450_000).toString('hex')
    const snippets = Array.from({ length: 8 }, (_, index) => ({ id: `s${index}`, name: `s${index}`, script }))
    const payload = gzipSync(JSON.stringify({ ...head, snippets }))
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const answer = await target.call('POST', path, { account, payload, headers })
    assert.equal(answer.status, 200, answer.text.slice(0, 500))
    assert.equal(answer.at('created'), 8)
    const bomb = gzipSync(Buffer.alloc(51 * 1024 * 1024, 0x20))
    const refused = await target.call('POST', path, { account, payload: bomb, headers })
    assert.deepEqual(
      [refused.status, refused.at('message')],
      [413, 'The body is more than 100 times as large when decompressed: send it uncompressed'],
    )
  })

  for (const method of ['GET', 'POST']) {
    test(`${method} needs the role ADMIN`, async () => {
      const key = await target.makeServiceKey(target.accountId, 'READ_WRITE')
      const answer = await target.call(method, path, { key, ...(method === 'POST' ? { body: head } : {}) })
      assert.equal(answer.status, 403, answer.text)
    })
  }
})

function itemsIn(report: Answer): Record<string, unknown>[] {
  const items = report.at('items')
  assert.ok(Array.isArray(items))
  return items
}
