import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { makeHeartbeat } from '../../testing/monitors/write-heartbeat.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'

const path = '/v1/deployment-triggers'
const unknownId = '0198c0de-0000-7000-8000-000000000000'

forOneEngine('deployment triggers', (engine) => {
  const api = apiUnderTest(engine)
  let account: string
  beforeEach(async () => {
    account = await api.makeAccount(api.ownerId)
  })
  const post = (body: unknown, options = {}) => api.call('POST', path, { body, account, ...options })
  const makeCheck = () => makeMonitor(api, { locations: ['eu-west-1'] }, { account })
  const makeGroup = async () =>
    Number((await api.call('POST', '/v2/check-groups', { body: { name: 'Shop' }, account })).at('id'))
  const repository = { repoId: 7, repoName: 'acme/shop' }

  test('SA 52: posted twice, it is made once and then shown unchanged', async () => {
    const checkId = await makeCheck()
    const made = await post({ checkId, ...repository })
    assert.equal(made.status, 201, made.text)
    assert.deepEqual(made.body, {
      id: made.at('id'),
      checkId,
      groupId: null,
      provider: 'GITHUB',
      repoId: '7',
      repoName: 'acme/shop',
      repoLink: '',
      useEnvironmentUrl: true,
      includeScreenshots: false,
      environmentRegexFilter: null,
      environmentUrlRegexFilter: null,
      allowedHosts: [],
      runLocation: 'us-east-1',
      created_at: new Date(api.clock.now()).toISOString(),
      updated_at: null,
    })
    const again = await post({ checkId: checkId.toUpperCase(), repoId: '8', repoName: 'other/one' })
    assert.equal(again.status, 200, again.text)
    assert.deepEqual(again.body, made.body)
    assert.deepEqual((await api.call('GET', path, { account })).body, [made.body])
  })

  test('a group has its own, and many who ask at once get the same', async () => {
    const groupId = await makeGroup()
    const body = { groupId, repoId: 'r-1', repoName: 'acme/shop', runLocation: 'eu-west-2' }
    const all = await Promise.all(Array.from({ length: 6 }, () => post(body)))
    assert.deepEqual(all.map(({ status }) => status).toSorted(), [200, 200, 200, 200, 200, 201])
    assert.equal(new Set(all.map((answer) => answer.at('id'))).size, 1)
  })

  test('SA 52: a trigger has exactly one target', async () => {
    const [checkId, groupId] = [await makeCheck(), await makeGroup()]
    expectInvalid(await post({ checkId, groupId, ...repository }), 'payload', ['checkId'])
    expectInvalid(await post(repository), 'payload', ['checkId'])
    expectInvalid(await post({ checkId: null, groupId: null, ...repository }), 'payload', ['checkId'])
    assert.equal((await post({ checkId, groupId: null, ...repository })).status, 201)
  })

  test('what is no good is refused by its name', async () => {
    const checkId = await makeCheck()
    for (const [fields, key] of [
      [{ repoName: undefined }, 'repoName'],
      [{ repoId: undefined }, 'repoId'],
      [{ provider: 'GITLAB' }, 'provider'],
      [{ runLocation: 'office' }, 'runLocation'],
      [{ environmentRegexFilter: '(' }, 'environmentRegexFilter'],
      [{ environmentRegexFilter: '(?=a)' }, 'environmentRegexFilter'],
      [{ environmentUrlRegexFilter: 'x'.repeat(256) }, 'environmentUrlRegexFilter'],
    ] as const) {
      expectInvalid(await post({ checkId, ...repository, ...fields }), 'payload', [key])
    }
    expectError(await post({ checkId: unknownId, ...repository }), 404)
    expectError(await post({ groupId: 999_999, ...repository }), 404)
    const heartbeat = await makeHeartbeat(api, {}, { account })
    expectInvalid(await post({ checkId: heartbeat, ...repository }), 'payload', ['checkId'])
  })

  test('it is deleted by whoever may write, and goes with its check', async () => {
    const [first, second] = [await makeCheck(), await makeCheck()]
    const id = String((await post({ checkId: first, ...repository })).at('id'))
    await post({ checkId: second, ...repository })
    const reader = { key: await api.makeServiceKey(account, 'READ_RUN'), account }
    expectError(await api.call('DELETE', `${path}/${id}`, reader), 403)
    expectError(await post({ checkId: first, ...repository }, reader), 403)
    assert.equal((await api.call('GET', path, reader)).status, 200)
    expectError(await api.call('DELETE', `${path}/${id}`), 404)
    assert.equal((await api.call('DELETE', `${path}/${id}`, { account })).status, 204)
    expectError(await api.call('DELETE', `${path}/${id}`, { account }), 404)
    await api.call('DELETE', `/v1/checks/${second}`, { account })
    assert.deepEqual((await api.call('GET', path, { account })).body, [])
    const entries = await api.store.read
      .selectFrom('audit_log')
      .selectAll()
      .where('account_id', '=', account)
      .orderBy('id')
      .execute()
    const told = entries
      .filter(({ entity_type: type }) => type === 'DEPLOYMENT_TRIGGER')
      .map(({ action }) => action)
    assert.deepEqual(told, ['CREATE', 'CREATE', 'DELETE'])
  })
})
