import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mostCheckViews } from '@sonde/schema/checks/check-view.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'

forOneEngine('saved views of an account', (engine) => {
  const api = apiUnderTest(engine)

  test('are there for everybody by name, replaced by name, and no part of the settings', async () => {
    const account = await api.makeAccount(api.ownerId)
    const put = (name: string, query: string) =>
      api.call('PUT', `/v1/check-views/${encodeURIComponent(name)}`, { account, body: { query } })
    const list = async () => (await api.call('GET', '/v1/check-views', { account })).body
    assert.deepEqual(await list(), [])
    assert.equal((await put('Shop / EU ä', '?tag=eu&by=group')).status, 200)
    await put('Failing', '?status=FAILING')
    await put('Failing', '?status=FAILING&by=tag')
    const both = [
      { name: 'Failing', query: '?status=FAILING&by=tag' },
      { name: 'Shop / EU ä', query: '?tag=eu&by=group' },
    ]
    assert.deepEqual(await list(), both)
    const settings = await api.call('PATCH', '/v1/accounts/me/settings', {
      account,
      body: { badgesEnabled: true },
    })
    assert.equal(settings.at('checkViews'), undefined)
    const exported = await api.call('GET', '/v1/accounts/me/configuration', { account })
    const imported = await api.call('POST', '/v1/accounts/me/configuration', {
      account,
      body: exported.body as object,
    })
    assert.equal(imported.status, 200, imported.text)
    assert.deepEqual(await list(), both, 'other settings leave them alone')
    assert.equal((await put('odd', 'no question mark')).status, 400)
    assert.equal((await put(' ', '?a=1')).status, 400)
    assert.equal((await api.call('DELETE', '/v1/check-views/Failing', { account })).status, 204)
    assert.equal((await api.call('DELETE', '/v1/check-views/Failing', { account })).status, 404)
    for (let nth = 1; nth < mostCheckViews; nth += 1) assert.equal((await put(`v${nth}`, '')).status, 200)
    const full = await put('one too many', '')
    assert.notEqual(full.status, 200)
    assert.match(full.text, /limit of 50 views/)
    assert.equal((await put('v1', '?x=1')).status, 200, 'one that is there can still be replaced')
  })
})
