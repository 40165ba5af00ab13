import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRecord } from '@sonde/ground/is-record.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { stateOf } from '../../testing/account-state.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import {
  configurationPath,
  countsOf,
  documentHead,
  importCalls,
  urlCheck,
} from '../../testing/import-calls.ts'
import { smallestGrpc } from '../../testing/monitors/write-grpc.ts'
import { goodConfigs } from '../../testing/make-channel.ts'
import { hashPassword, isPasswordHash } from '@sonde/actions/users/password.ts'

forOneEngine('secrets that an import meets', (engine) => {
  const api = apiUnderTest(engine)
  const { send, newAccount, importInto, exportOf, refusedPaths } = importCalls(api)

  test('the password of a private page is taken only in the form that an export writes', async () => {
    const account = await newAccount()
    const hash = await hashPassword('sesame')
    const good = { id: '0198c0de-0000-7000-8000-000000000009', hash, lastFour: 'same', createdAt: 1 }
    const url = `private-${Date.now()}`
    const page = { id: 'p', name: 'p', url, isPrivate: true, cards: [] }
    const wrong: [field: string, values: unknown[]][] = [
      ['hash', [hash.replace('m=19456', 'm=4294967295'), hash.replace('t=2', 't=0'), `${hash}A`, '', 5]],
      ['lastFour', ['', '12345', 'a\0bc', 1234]],
      ['id', ['x', '', 7]],
      ['createdAt', [-1, 1.5, 1e300, 'yesterday', null]],
    ]
    for (const [field, values] of wrong) {
      for (const value of values) {
        const password = { ...good, [field]: value }
        const statusPages = [{ ...page, password }]
        assert.deepEqual(await refusedPaths(account, { statusPages }), [`statusPages.0.password.${field}`])
        const dashboards = [{ id: 'd', header: 'd', isPrivate: true, password }]
        assert.deepEqual(await refusedPaths(account, { dashboards }), [`dashboards.0.password.${field}`])
      }
    }
    const statusPages = [{ ...page, password: { ...good, createdAt: '1970-01-01T00:00:00.001Z' } }]
    await importInto(account, { statusPages })
    assert.deepEqual((await exportOf(account))['statusPages']?.[0]?.['password'], good)
  })

  test('what is private and has no password in the document is closed for everybody', async () => {
    const account = await newAccount()
    const dashboards = ['a', 'b', 'c'].map((id) => ({ id, header: id, isPrivate: true }))
    const dry = await send(account, 'POST', `${configurationPath}?dryRun=true`, {
      ...documentHead,
      dashboards,
    })
    assert.equal(dry.at('created'), 3)
    const report = await importInto(account, { dashboards })
    assert.match(JSON.stringify(report.at('warnings')), /nobody can sign in/)
    const made = (await exportOf(account))['dashboards'] ?? []
    const hashes = made.map(({ password }) => (isRecord(password) ? String(password['hash']) : ''))
    assert.ok(hashes.length === 3 && hashes.every(isPasswordHash))
    assert.deepEqual(countsOf(await importInto(account, { dashboards })), [0, 0, 3, 0])
  })

  test('an import that changes a secret leaves a trace, and no secret in it', async () => {
    const account = await newAccount()
    const document = (secret: string) => ({
      variables: [{ key: 'A', value: secret, secret: true }],
      alertChannels: [
        { id: 'w', type: 'WEBHOOK', config: { ...goodConfigs.WEBHOOK, webhookSecret: secret, name: 'w' } },
      ],
      checkGroups: [
        { id: 'g', name: 'g', environmentVariables: [{ key: 'B', value: secret, secret: true }] },
      ],
      checks: [{ id: 'c', ...urlCheck('c', `https://u:${secret}@shop.example.net/`) }],
      checkTriggers: [{ id: 't', checkId: 'c', token: `${secret}-token-of-a-check` }],
    })
    await importInto(account, document('hunter2-first'))
    const report = await importInto(account, document('hunter2-second'))
    assert.deepEqual(countsOf(report), [0, 5, 0, 0], report.text)
    const trail = await api.store.read
      .selectFrom('audit_log')
      .select(['entity_type', 'changes'])
      .where('account_id', '=', account)
      .where('action', '=', 'UPDATE')
      .orderBy('entity_type')
      .execute()
    const text = JSON.stringify(trail)
    assert.doesNotMatch(text, /hunter2/)
    assert.deepEqual(
      trail.map((each) => each.entity_type),
      ['ALERT_CHANNEL', 'CHECK', 'CHECK_GROUP', 'CHECK_TRIGGER', 'VARIABLE'],
    )
    for (const { entity_type, changes } of trail) {
      const listed: unknown = typeof changes === 'string' ? JSON.parse(changes) : changes
      assert.ok(Array.isArray(listed) && listed.length === 1, `${entity_type}: ${text}`)
      assert.equal(listed[0].old, listed[0].new, entity_type)
    }
  })

  const metadata = [
    { key: 'x-token', value: 'hunter2-metadata' },
    { key: 'x-named', value: '{{TOKEN}}' },
  ]
  const hiding = {
    variables: [{ key: 'LOCKED', value: 'hunter2-locked', locked: true }],
    checkGroups: [
      {
        id: 'g',
        name: 'g',
        environmentVariables: [{ key: 'L', value: 'hunter2-own', locked: true }],
        apiCheckDefaults: {
          url: 'https://u:hunter2-base@shop.example.net/',
          headers: [
            { key: 'X-Open', value: 'open', locked: false },
            { key: 'X-Twice', value: 'hunter2-one', locked: true },
            { key: 'X-Twice', value: 'hunter2-two', locked: true },
          ],
          queryParameters: [{ key: 'k', value: 'hunter2-query', locked: true }],
          basicAuth: { username: 'u', password: 'hunter2-basic' },
        },
      },
    ],
    checks: [
      { id: 'a', ...urlCheck('a', 'https://u:hunter2:x@y@shop.example.net:8443/a:b@c') },
      { id: 'b', ...urlCheck('b', 'https://u@m:hunter2-b@shop.example.net/?x=1') },
      { id: 'c', ...urlCheck('c', 'https://u:{{PASSWORD}}@shop.example.net/') },
      { id: 'd', ...urlCheck('d', 'https://shop.example.net:8443/a:b@c') },
      {
        id: 'e',
        checkType: 'GRPC',
        ...smallestGrpc,
        name: 'e',
        request: { ...smallestGrpc.request, grpcConfig: { method: 'shop.v1.Cart/List', metadata } },
      },
    ],
  }

  test('passwords in addresses and locked values are in no export without secrets, and come back from what is stored', async () => {
    const account = await newAccount()
    await importInto(account, hiding)
    const plain = await exportOf(account, '')
    const text = JSON.stringify(plain)
    assert.doesNotMatch(text, /hunter2/)
    for (const word of [
      'https://u:***@shop.example.net:8443/a:b@c',
      'https://u@m:***@shop.example.net/?x=1',
      'https://u:{{PASSWORD}}@shop.example.net/',
      'https://shop.example.net:8443/a:b@c',
      '"X-Open","value":"open"',
      '{"key":"x-token","value":"***"},{"key":"x-named","value":"{{TOKEN}}"}',
    ]) {
      assert.ok(text.includes(word), `${word}: ${text}`)
    }
    const before = await stateOf(api, account)
    const report = await importInto(account, plain)
    assert.deepEqual([report.at('created'), report.at('updated')], [0, 0], report.text)
    assert.deepEqual(report.at('warnings'), [])
    assert.deepEqual(await stateOf(api, account), before)
  })

  test('without them a monitor is switched off and a group does without, and each is warned of', async () => {
    const [from, to] = [await newAccount(), await newAccount()]
    await importInto(from, hiding)
    const plain = await exportOf(from, '')
    const report = await importInto(to, plain)
    const warned = JSON.stringify(report.at('warnings'))
    for (const word of [
      'variables.0.value',
      'checkGroups.0.environmentVariables.0.value',
      'checkGroups.0.apiCheckDefaults.url',
      'checkGroups.0.apiCheckDefaults.headers.1.value',
      'checkGroups.0.apiCheckDefaults.headers.2.value',
      'checkGroups.0.apiCheckDefaults.queryParameters.0.value',
      'checkGroups.0.apiCheckDefaults.basicAuth.password',
    ]) {
      assert.ok(warned.includes(`"${word}"`), `${word}: ${warned}`)
    }
    assert.equal(warned.split('.request.url').length - 1, 2, warned)
    assert.equal(warned.split('.request.grpcConfig.metadata.0.value').length - 1, 1, warned)
    const made = await exportOf(to)
    assert.deepEqual(made['checks']?.map(({ name, activated }) => [String(name), activated]).toSorted(), [
      ['a', false],
      ['b', false],
      ['c', true],
      ['d', true],
      ['e', false],
    ])
    assert.doesNotMatch(JSON.stringify(made), /\*\*\*|hunter2/)
    const again = await importInto(to, plain)
    assert.deepEqual([again.at('created'), again.at('updated')], [0, 0], again.text)
  })

  test('a stored password is not sent to wherever a document says', async () => {
    const account = await newAccount()
    await importInto(account, {
      checks: [{ id: 'a', ...urlCheck('a', 'https://u:hunter2@shop.example.net/') }],
    })
    const report = await importInto(account, {
      checks: [{ id: 'a', ...urlCheck('a', 'https://u:***@elsewhere.example.net/') }],
    })
    assert.match(JSON.stringify(report.at('warnings')), /request\.url/)
    assert.doesNotMatch(JSON.stringify(await exportOf(account)), /hunter2/)
  })
})
