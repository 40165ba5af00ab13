import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { makeMonitor, smallestPut } from '../../testing/monitors/write-icmp.ts'

const path = '/v1/accounts/me/settings'

forOneEngine('the settings of an account', (engine) => {
  const api = apiUnderTest(engine)
  const patch = (body: object) => api.call('PATCH', path, { body })

  test('are complete from the beginning, and show in the account', async () => {
    const byDefault = {
      badgesEnabled: false,
      checkUpdateReading: null,
      showChannelSecrets: false,
      requireSecondFactor: false,
      defaultLocations: null,
    }
    assert.deepEqual((await api.call('GET', path)).body, byDefault)
    assert.deepEqual((await api.call('GET', '/v1/accounts/me')).at('settings'), byDefault)
  })

  test('change one by one, and every change is in the audit log', async () => {
    assert.deepEqual((await patch({ badgesEnabled: true })).body, {
      badgesEnabled: true,
      checkUpdateReading: null,
      showChannelSecrets: false,
      requireSecondFactor: false,
      defaultLocations: null,
    })
    assert.deepEqual((await patch({ checkUpdateReading: 'lenient' })).body, {
      badgesEnabled: true,
      checkUpdateReading: 'lenient',
      showChannelSecrets: false,
      requireSecondFactor: false,
      defaultLocations: null,
    })
    const { changes } = await api.store.read
      .selectFrom('audit_log')
      .select('changes')
      .where('entity_type', '=', 'ACCOUNT')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    assert.deepEqual(JSON.parse(changes), [
      { path: 'settings.checkUpdateReading', old: null, new: 'lenient' },
    ])
    await patch({ badgesEnabled: false, checkUpdateReading: null })
  })

  test('refuse what they do not know', async () => {
    expectInvalid(await patch({ badgesEnabled: 'yes' }), 'payload', ['badgesEnabled'])
    expectInvalid(await patch({ checkUpdateReading: 'loose' }), 'payload', ['checkUpdateReading'])
    expectInvalid(await patch({ badges: true }), 'payload', ['badges'])
    for (const none of [[], ['mars-1'], ['eu-west-1', 'eu-west-1'], 'everywhere']) {
      const refused = await patch({ defaultLocations: none })
      expectError(refused, 400)
      assert.match(refused.textAt('message'), /^defaultLocations/)
    }
  })

  test('are changed by admins and read by everybody', async () => {
    const writer = await api.makeServiceKey(api.accountId, 'READ_WRITE')
    const reader = await api.makeServiceKey(api.accountId, 'READ_ONLY')
    expectError(await api.call('PATCH', path, { body: { badgesEnabled: true }, key: writer }), 403)
    assert.equal((await api.call('GET', path, { key: reader })).status, 200)
  })

  test('settle how an update of a check is read, whoever sends it', async () => {
    const id = await makeMonitor(api, { frequency: 60 })
    const put = (headers: Record<string, string>, body: object) =>
      api.call('PUT', `/v1/checks/icmp/${id}`, { body, headers })
    const known = { 'x-checkly-source': 'go-sdk' }

    await patch({ checkUpdateReading: 'lenient' })
    const kept = await put({}, { muted: true })
    assert.equal(kept.status, 200, kept.text)
    assert.equal(kept.at('frequency'), 60)

    await patch({ checkUpdateReading: 'letter' })
    expectInvalid(await put(known, { muted: true }), 'payload', ['heartbeat', 'script'])
    assert.equal((await put(known, smallestPut)).at('frequency'), 10)

    await patch({ checkUpdateReading: null })
    expectInvalid(await put({}, { muted: true }), 'payload', ['heartbeat', 'script'])
    assert.equal((await put(known, { muted: true })).status, 200)
  })
})
