import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { isRecord } from '@sonde/ground/is-record.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest, type CallOptions } from '../../testing/api-under-test.ts'
import { expectError } from '../../testing/expect-refusal.ts'
import { makeGroup } from '../../testing/make-group.ts'
import { smallestCreate } from '../../testing/monitors/write-icmp.ts'

const token = () => `sk_live_${randomBytes(12).toString('hex')}`
const previewOf = (text: string) => `${text.slice(0, 4)}…${text.slice(-2)}`

forOneEngine('the search for secrets', (engine) => {
  const api = apiUnderTest(engine)

  /** Each test has an account to itself. */
  async function emptyAccount() {
    const { id: userId, key } = await api.makeUser()
    const options = { key, account: await api.makeAccount(userId) }
    const post = async (path: string, body: object) => {
      const answer = await api.call('POST', path, { ...options, body })
      assert.equal(answer.status, 201, answer.text)
      return answer
    }
    const scan = async (asked: CallOptions = options) => {
      // Below 10 calls in a minute.
      const answer = await api.call('GET', '/v1/secret-scans', { ...asked, afterMs: 6_001 })
      assert.equal(answer.status, 200, answer.text)
      assert.ok(Array.isArray(answer.body))
      return { text: answer.text, findings: answer.body.filter(isRecord) }
    }
    return { options, post, scan }
  }

  test('SA 56: a key in a header is one finding, with nothing but a preview', async () => {
    const { post, scan } = await emptyAccount()
    const [plain, locked] = [token(), token()]
    const headers = [
      { key: 'Accept', value: 'application/json' },
      { key: 'X-Other', value: '{{TOKEN}}' },
      { key: 'Authorization', value: `Bearer ${plain}` },
      { key: 'Authorization', value: `Bearer ${locked}`, locked: true },
      { key: 'Authorization', value: '{{TOKEN}}' },
      { key: 'Authorization', value: 'Bearer {{TOKEN}}' },
    ]
    const group = await post('/v2/check-groups', { name: 'Shop', apiCheckDefaults: { headers } })
    const { text, findings } = await scan()
    assert.deepEqual(findings, [
      {
        entityType: 'CHECK_GROUP',
        entityId: String(group.at('id')),
        entityName: 'Shop',
        checkType: null,
        project: null,
        logicalId: null,
        fieldPath: 'apiCheckDefaults.headers[2].value',
        fieldKey: 'Authorization',
        valuePreview: previewOf(plain),
      },
    ])
    assert.ok(!text.includes(plain) && !text.includes(locked))
  })

  test('an account without secrets in clear has no findings', async () => {
    const { post, scan } = await emptyAccount()
    await post('/v1/checks/icmp', smallestCreate)
    await post('/v1/checks/heartbeat', {
      name: 'Backup',
      heartbeat: { period: 1, periodUnit: 'hours', grace: 5, graceUnit: 'minutes' },
    })
    await post('/v1/snippets', { name: 'a', script: 'export const token = process.env.TOKEN' })
    await post('/v1/variables', { key: 'TOKEN', value: token(), secret: true })
    await post('/v1/variables', { key: 'PASSWORD', value: token(), locked: true })
    assert.deepEqual((await scan()).findings, [])
  })

  test('every kind of thing that can hold one is looked at', async () => {
    const { post, scan } = await emptyAccount()
    const secret = token()
    const check = async (segment: string, body: object) =>
      (await post(`/v1/checks/${segment}`, { name: segment, ...body })).textAt('id')
    const url = await check('url', { request: { url: `https://ann:hunter2@shop.example/?key=${secret}` } })
    const tcp = await check('tcp', {
      request: { hostname: 'shop.example', port: 6379, data: `AUTH ${secret}` },
    })
    const grpc = await check('grpc', {
      request: {
        url: 'shop.example',
        port: 443,
        grpcConfig: { mode: 'HEALTH', metadata: [{ key: 'x-api-key', value: secret }] },
      },
    })
    const icmp = await check('icmp', {
      ...smallestCreate,
      description: `Ask ann, key ${secret}`,
      environmentVariables: [
        { key: 'A', value: secret },
        { key: 'B', value: secret, secret: true },
        { key: 'C', value: secret, locked: true },
      ],
    })
    const group = String(
      (
        await post('/v2/check-groups', {
          name: 'Group',
          localSetupScript: `const password = '${secret}'`,
          environmentVariables: [{ key: 'KEY', value: secret }],
          apiCheckDefaults: {
            url: `https://shop.example/?token=${secret}`,
            queryParameters: [{ key: 'k', value: secret }],
            basicAuth: { username: 'ann', password: 'hunter2' },
          },
        })
      ).at('id'),
    )
    const snippet = String((await post('/v1/snippets', { name: 'login', script: `x('${secret}')` })).at('id'))
    await post('/v1/variables', { key: 'OPEN', value: secret })
    const channel = String(
      (
        await post('/v1/alert-channels', {
          type: 'WEBHOOK',
          config: {
            name: 'Hook',
            url: `https://hooks.example/${secret}`,
            method: 'POST',
            template: `{"key":"${secret}"}`,
            headers: [{ key: 'Authorization', value: secret }],
          },
        })
      ).at('id'),
    )
    const { text, findings } = await scan()
    assert.ok(!text.includes(secret))
    const found = findings.map(({ entityType, entityId, fieldPath, fieldKey, valuePreview }) =>
      [entityType, entityId, fieldPath, fieldKey, valuePreview].join(' '),
    )
    const preview = previewOf(secret)
    assert.deepEqual(
      found.toSorted(),
      [
        `ALERT_CHANNEL ${channel} config.template  ${preview}`,
        `CHECK ${grpc} request.grpcConfig.metadata[0].value x-api-key ${preview}`,
        `CHECK ${icmp} description  ${preview}`,
        `CHECK ${icmp} environmentVariables[0].value A ${preview}`,
        `CHECK ${tcp} request.data  ${preview}`,
        `CHECK ${url} request.url  `,
        `CHECK ${url} request.url  ${preview}`,
        `CHECK_GROUP ${group} apiCheckDefaults.basicAuth.password  `,
        `CHECK_GROUP ${group} apiCheckDefaults.queryParameters[0].value k ${preview}`,
        `CHECK_GROUP ${group} apiCheckDefaults.url  ${preview}`,
        `CHECK_GROUP ${group} environmentVariables[0].value KEY ${preview}`,
        `CHECK_GROUP ${group} localSetupScript  ${preview}`,
        `ENVIRONMENT_VARIABLE OPEN value OPEN ${preview}`,
        `SNIPPET ${snippet} script  ${preview}`,
      ].toSorted(),
    )
    assert.equal(findings.find(({ entityId }) => entityId === url)?.['checkType'], 'URL')
  })

  test('who only reads learns nothing of the password of a group', async () => {
    const { options, scan } = await emptyAccount()
    const password = token()
    await makeGroup(api, { apiCheckDefaults: { basicAuth: { username: 'u', password } } }, options)
    assert.equal((await scan()).findings.length, 1)
    const reader = { key: await api.makeServiceKey(options.account, 'READ_ONLY'), account: null }
    assert.deepEqual((await scan(reader)).findings, [])
  })

  test('a script that is as long as can be is searched to its end', async () => {
    const { post, scan } = await emptyAccount()
    const secret = token()
    const filler = 'export const a = 1\n'.repeat(52_000)
    await post('/v1/snippets', { name: 'long', script: `${filler.slice(0, 999_900)}\n${secret}` })
    const { findings } = await scan()
    assert.deepEqual(
      findings.map(({ valuePreview }) => valuePreview),
      [previewOf(secret)],
    )
  })

  test('the eleventh search in a minute is refused', async () => {
    const { options } = await emptyAccount()
    const calls = Array.from({ length: 11 }, () =>
      api.call('GET', '/v1/secret-scans', { ...options, afterMs: 0 }),
    )
    const refused = (await Promise.all(calls)).filter(({ status }) => status !== 200)
    assert.equal(refused.length, 1)
    for (const answer of refused) expectError(answer, 429)
  })
})
