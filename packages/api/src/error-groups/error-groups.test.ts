import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { makeErrorGroup } from '../../testing/samples/script-samples.ts'
import { storeResult } from '../../testing/store-result.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'

forOneEngine('error groups over HTTP', (engine) => {
  const api = apiUnderTest(engine)
  const listed = async (checkId: string) => await api.call('GET', `/v1/error-groups/checks/${checkId}`)
  const patch = async (id: string, body: object) =>
    await api.call('PATCH', `/v1/error-groups/${id}`, { body })

  test('a group is shown as it was found', async () => {
    const checkId = await makeMonitor(api)
    const seenAt = api.clock.now()
    const id = await makeErrorGroup(api, checkId, { message: 'login failed' })
    const expected = {
      id,
      checkId,
      errorHash: 'login failed',
      rawErrorMessage: 'login failed',
      cleanedErrorMessage: 'login failed',
      firstSeen: new Date(seenAt).toISOString(),
      lastSeen: new Date(seenAt).toISOString(),
      archivedUntilNextEvent: false,
      rootCauseAnalyses: [],
    }
    assert.deepEqual((await api.call('GET', `/v1/error-groups/${id}`)).body, expected)
    const list = await listed(checkId)
    assert.deepEqual(list.body, [expected])
    assert.equal(list.headers['content-range'], 'items 0-0/1')
    const all = await api.call('GET', '/v1/error-groups?limit=100')
    assert.ok(Array.isArray(all.body) && all.body.length > 0)
  })

  test('SA 57: archived until the next event is hidden until then', async () => {
    const checkId = await makeMonitor(api)
    const id = await makeErrorGroup(api, checkId)
    const archived = await patch(id, { archivedUntilNextEvent: true })
    assert.equal(archived.at('archivedUntilNextEvent'), true)
    assert.deepEqual((await listed(checkId)).body, [])
    assert.equal(await makeErrorGroup(api, checkId), id)
    assert.equal((await listed(checkId)).at('0.archivedUntilNextEvent'), false)
  })

  test('archived for ever is hidden until somebody takes it back', async () => {
    const checkId = await makeMonitor(api)
    const id = await makeErrorGroup(api, checkId)
    await patch(id, { archiveForEver: true })
    await makeErrorGroup(api, checkId)
    assert.deepEqual((await listed(checkId)).body, [])
    await patch(id, { archiveForEver: false })
    assert.equal((await listed(checkId)).at('0.id'), id)
    const entries = await api.store.read
      .selectFrom('audit_log')
      .select(['action', 'entity_type'])
      .where('entity_id', '=', id)
      .execute()
    assert.deepEqual(
      entries.map((entry) => `${entry.action} ${entry.entity_type}`),
      ['UPDATE ERROR_GROUP', 'UPDATE ERROR_GROUP'],
    )
  })

  test('results name the groups that they are in', async () => {
    const checkId = await makeMonitor(api)
    const { id, row } = await storeResult(api, checkId, { verdict: 'failed' })
    const { checkNo, scheduledAt, origin, attempt } = row
    const result = { checkNo, scheduledAt, origin, attempt }
    const groups = [
      await makeErrorGroup(api, checkId, { message: 'one', result }),
      await makeErrorGroup(api, checkId, { message: 'two', result }),
    ].toSorted()
    const one = await api.call('GET', `/v1/check-results/${checkId}/${id}`)
    assert.deepEqual(one.at('errorGroupIds'), groups)
    const list = await api.call('GET', `/v2/check-results/${checkId}`)
    assert.deepEqual(list.at('entries.0.errorGroupIds'), groups)
  })

  test('roles and strangers', async () => {
    const checkId = await makeMonitor(api)
    const id = await makeErrorGroup(api, checkId)
    const reader = { key: await api.makeServiceKey(api.accountId, 'READ_RUN') }
    assert.equal((await api.call('GET', `/v1/error-groups/${id}`, reader)).status, 200)
    expectError(await api.call('PATCH', `/v1/error-groups/${id}`, { ...reader, body: {} }), 403)
    const { id: userId, key } = await api.makeUser()
    const stranger = { key, account: await api.makeAccount(userId) }
    expectError(await api.call('GET', `/v1/error-groups/${id}`, stranger), 404)
    expectError(await api.call('GET', `/v1/error-groups/checks/${checkId}`, stranger), 404)
    assert.deepEqual((await api.call('GET', '/v1/error-groups', stranger)).body, [])
    expectInvalid(await patch(id, { archiveForEver: 'yes' }), 'payload', ['archiveForEver'])
    expectInvalid(await api.call('GET', '/v1/error-groups?limit=101'), 'query', ['limit'])
  })
})
