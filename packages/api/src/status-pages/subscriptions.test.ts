import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { waitingMails } from '@sonde/status-pages/testing/status-pages.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest, publicUrl } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { statusPageCalls } from '../../testing/status-pages.ts'

const anybody = { key: null, account: null }

forOneEngine('subscriptions', (engine) => {
  const api = apiUnderTest(engine)
  const { makeService, makePage, makeIncident, subscribe, mailed } = statusPageCalls(api)
  const list = (pageId: string) => api.call('GET', `/v1/status-pages/${pageId}/subscriptions`)
  const bulk = (pageId: string, body: object) =>
    api.call('POST', `/v1/status-pages/${pageId}/subscriptions/bulk`, { body })

  test('SA 45: known addresses are skipped, new ones are asked to confirm, or verified without a mail when told', async () => {
    const id = (await makePage([await makeService()])).textAt('id')
    await subscribe(id, ['known@example.net'], false)
    const addresses = ['Known@Example.net', 'b@example.net', { address: 'c@example.net' }]
    const subscriptions = addresses.map((config) => ({ type: 'EMAIL', config }))
    const added = await bulk(id, { subscriptions })
    assert.equal(added.status, 201, added.text)
    assert.deepEqual(added.body, { created: 2, skipped: 1, status: 'PENDING' })
    const verified = await subscribe(id, ['d@example.net', 'D@example.net', 'known@example.net'])
    assert.deepEqual(verified.body, { created: 1, skipped: 2, status: 'VERIFIED' })
    const listed = await list(id)
    assert.ok(Array.isArray(listed.body))
    assert.deepEqual(listed.body.map(({ address, status, type }) => [address, status, type]).toSorted(), [
      ['b@example.net', 'PENDING', 'EMAIL'],
      ['c@example.net', 'PENDING', 'EMAIL'],
      ['d@example.net', 'VERIFIED', 'EMAIL'],
      ['known@example.net', 'PENDING', 'EMAIL'],
    ])
    assert.equal(listed.at('0.address'), 'd@example.net')
    assert.equal(listed.at('0.updated_at'), listed.at('0.created_at'))
    assert.ok(!listed.text.includes('token'))
    assert.deepEqual(await mailed(), ['known@example.net', 'b@example.net', 'c@example.net'])

    const many = Array.from({ length: 101 }, (_, n) => ({ type: 'EMAIL', config: `n${n}@example.net` }))
    expectInvalid(await bulk(id, { subscriptions: many }), 'payload', ['subscriptions'])
    expectInvalid(await bulk(id, { subscriptions: [] }), 'payload', ['subscriptions'])
    expectInvalid(await bulk(id, { subscriptions: [{ type: 'SMS', config: 'a@example.net' }] }), 'payload', [
      'subscriptions.0.type',
    ])
    expectError(await bulk(id, { subscriptions: [{ type: 'EMAIL', config: 'no address' }] }), 400)
    expectError(await bulk(id, { subscriptions: [{ type: 'EMAIL', config: { address: 'x' } }] }), 400)
    expectError(await bulk(id, { subscriptions: [{ type: 'EMAIL', config: {} }] }), 400)
    assert.deepEqual((await list(id)).body, listed.body)
  })

  test('are removed by whoever may write', async () => {
    const id = (await makePage([])).textAt('id')
    await subscribe(id, ['a@example.net'])
    const subscription = `/v1/status-pages/${id}/subscriptions/${(await list(id)).textAt('0.id')}`
    const key = await api.makeServiceKey(api.accountId, 'READ_RUN')
    expectError(await api.call('DELETE', subscription, { key }), 403)
    assert.equal((await api.call('DELETE', subscription)).status, 204)
    expectError(await api.call('DELETE', subscription), 404)
    assert.deepEqual((await list(id)).body, [])
  })

  test('of a page that the account does not have are unknown', async () => {
    const user = await api.makeUser()
    const other = { key: user.key, account: await api.makeAccount(user.id) }
    const id = (await makePage([])).textAt('id')
    await subscribe(id, ['a@example.net'])
    const subscription = (await list(id)).textAt('0.id')
    const path = `/v1/status-pages/${id}/subscriptions`
    expectError(await api.call('GET', path, other), 404)
    expectError(await api.call('DELETE', `${path}/${subscription}`, other), 404)
    const body = { subscriptions: [{ type: 'EMAIL', config: 'b@example.net' }] }
    expectError(await api.call('POST', `${path}/bulk`, { ...other, body }), 404)
    expectError(await list(randomUUID()), 404)
    const mine = (await makePage([])).textAt('id')
    expectError(await api.call('DELETE', `/v1/status-pages/${mine}/subscriptions/${subscription}`), 404)
  })

  async function mailedLink(address: string): Promise<{ link: string; pageId: string }> {
    const service = await makeService()
    const page = await makePage([service], { name: 'Acme <&>' })
    await subscribe(page.textAt('id'), [address])
    await makeIncident([service], { notifySubscribers: true })
    const mails = await waitingMails(api.store, api.accountId)
    const text = mails.find(({ target }) => target === address)?.mail.text ?? ''
    const link = /https:\S+\/unsubscribe\/\S+/.exec(text)?.[0] ?? ''
    assert.ok(link.startsWith(publicUrl), text)
    return { link: link.slice(publicUrl.length), pageId: page.textAt('id') }
  }

  test('end by the button behind the link of a mail, and not by opening it', async () => {
    const { link, pageId } = await mailedLink('button@example.net')
    const asked = await api.call('GET', link, anybody)
    assert.equal(asked.status, 200)
    assert.match(asked.text, /<form method="post">/)
    assert.match(asked.text, /button@example\.net gets updates about Acme &lt;&amp;&gt;/)
    assert.doesNotMatch(String(asked.headers['content-security-policy']), /unsafe|script-src/)
    assert.equal(asked.headers['content-type'], 'text/html; charset=utf-8')
    assert.notDeepEqual((await list(pageId)).body, [])

    const form = { payload: '', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    const done = await api.call('POST', link, { ...anybody, ...form })
    assert.equal(done.status, 200)
    assert.match(done.text, /unsubscribed/)
    assert.deepEqual((await list(pageId)).body, [])
    const again = await api.call('POST', link, { ...anybody, ...form })
    assert.equal(again.status, 200)
    assert.match(again.text, /unsubscribed/)
    assert.doesNotMatch(again.text, /button@example\.net/)
    assert.equal((await api.call('POST', link.slice(0, -1), { ...anybody, ...form })).status, 404)
    assert.equal((await api.call('GET', link, anybody)).status, 404)
  })

  test('end by the one click of a mail program, also after the page was renamed', async () => {
    const { link, pageId } = await mailedLink('click@example.net')
    await api.call('PUT', `/v1/status-pages/${pageId}`, { body: { name: 'N', url: 'moved', cards: [] } })
    const done = await api.call('POST', link, {
      ...anybody,
      payload: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    assert.equal(done.status, 200, done.text)
    assert.deepEqual((await list(pageId)).body, [])
  })

  test('do not end for whoever knows only the id, or anything else', async () => {
    const { link, pageId } = await mailedLink('safe@example.net')
    const id = (await list(pageId)).textAt('0.id')
    const start = link.slice(0, link.lastIndexOf('/') + 1)
    for (const token of [id, 'x', '%00', '0'.repeat(64), '..%2f']) {
      const isToken = token.length === 64
      assert.equal((await api.call('POST', start + token, anybody)).status, isToken ? 200 : 404, token)
      assert.equal((await api.call('GET', start + token, anybody)).status, 404, token)
    }
    assert.equal((await list(pageId)).at('0.id'), id)
  })
})
