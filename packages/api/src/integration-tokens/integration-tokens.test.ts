import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { unknownId } from '../../testing/samples/operation-sample.ts'

const tokens = '/v1/integration-tokens'

forOneEngine('integration tokens', (engine) => {
  const api = apiUnderTest(engine)
  const scrape = (token: string | null, accountId = api.accountId) =>
    api.call('GET', `/accounts/${accountId}/v2/prometheus/metrics`, { key: token, account: null })

  test('a new token is shown once, is stored as a hash, and says when it was used', async () => {
    const made = await api.call('POST', tokens, { body: { name: 'Scraper' } })
    assert.equal(made.status, 201, made.text)
    const token = made.textAt('token')
    assert.match(token, /^it_[0-9a-f]{64}$/)
    const { token: _shownOnce, ...rest } = made.record()
    assert.deepEqual(rest, {
      id: made.at('id'),
      name: 'Scraper',
      kind: 'PROMETHEUS',
      lastFour: token.slice(-4),
      createdAt: new Date(api.clock.now()).toISOString(),
      lastUsedAt: null,
    })
    assert.deepEqual((await api.call('GET', tokens)).body, [rest])
    const rows = await api.store.read.selectFrom('integration_tokens').selectAll().execute()
    assert.ok(!JSON.stringify(rows).includes(token))
    assert.equal((await scrape(token)).status, 200)
    const usedAt = new Date(api.clock.now()).toISOString()
    assert.deepEqual((await api.call('GET', tokens)).at('0.lastUsedAt'), usedAt)
  })

  test('opens its account only, and nothing else', async () => {
    const token = (await api.call('POST', tokens, { body: { name: 'x' } })).textAt('token')
    const stranger = await api.makeUser()
    const account = await api.makeAccount(stranger.id)
    expectError(await scrape(token, account), 401)
    expectError(await scrape(token, unknownId), 401)
    // Whoever has not heard of these tokens learns of them.
    for (const other of [null, api.ownerKey]) {
      const refused = await scrape(other)
      expectError(refused, 401)
      assert.match(refused.textAt('message'), /needs an integration token, .* POST \/v1\/integration-tokens$/)
    }
    expectError(await api.call('GET', '/v1/checks', { key: token }), 401)
    expectError(await api.call('GET', tokens, { key: token }), 401)
    assert.equal((await scrape(token, api.accountId.toUpperCase())).status, 200)
  })

  test('a deleted token is refused, and a second delete finds nothing', async () => {
    const made = await api.call('POST', tokens, { body: { name: 'Old', kind: 'PROMETHEUS' } })
    const url = `${tokens}/${made.textAt('id')}`
    assert.equal((await api.call('DELETE', url)).status, 204)
    expectError(await scrape(made.textAt('token')), 401)
    expectError(await api.call('DELETE', url), 404)
  })

  test('who made and deleted a token is in the audit log, without the token', async () => {
    const made = await api.call('POST', tokens, { body: { name: 'Told' } })
    await api.call('DELETE', `${tokens}/${made.textAt('id')}`)
    const entries = await api.store.read
      .selectFrom('audit_log')
      .selectAll()
      .where('entity_id', '=', made.textAt('id'))
      .orderBy('id')
      .execute()
    assert.deepEqual(
      entries.map(({ action, entity_type: type, entity_name: name }) => [action, type, name]),
      [
        ['CREATE', 'INTEGRATION_TOKEN', 'Told'],
        ['DELETE', 'INTEGRATION_TOKEN', 'Told'],
      ],
    )
    assert.ok(!JSON.stringify(entries).includes(made.textAt('token')))
  })

  test("another account's tokens are neither listed nor deleted, and only an ADMIN manages them", async () => {
    const made = await api.call('POST', tokens, { body: { name: 'Ours' } })
    const stranger = await api.makeUser()
    const account = await api.makeAccount(stranger.id)
    const theirs = { key: stranger.key, account }
    assert.deepEqual((await api.call('GET', tokens, theirs)).body, [])
    expectError(await api.call('DELETE', `${tokens}/${made.textAt('id')}`, theirs), 404)
    const key = await api.makeServiceKey(api.accountId, 'READ_WRITE')
    expectError(await api.call('GET', tokens, { key }), 403)
    expectError(await api.call('POST', tokens, { key, body: { name: 'x' } }), 403)
    expectError(await api.call('DELETE', `${tokens}/${made.textAt('id')}`, { key }), 403)
  })

  for (const [body, keys] of [
    [{}, ['name']],
    [{ name: '' }, ['name']],
    [{ name: 'n'.repeat(201) }, ['name']],
    [{ name: 'x', kind: 'OTHER' }, ['kind']],
  ] as const) {
    test(`the new token ${JSON.stringify(body).slice(0, 40)} is refused`, async () => {
      expectInvalid(await api.call('POST', tokens, { body }), 'payload', keys)
    })
  }
})
