import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { findUser } from '@sonde/store/accounts/users.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { password, signedIn, signIn } from '../../testing/sign-in.ts'

const newPassword = 'another long password'

forOneEngine('the own user', (engine) => {
  const api = apiUnderTest(engine)

  async function makeMember() {
    const browser = await signedIn(api)
    await api.join(api.accountId, browser.userId, 'READ_ONLY')
    return browser
  }
  const emailOf = async (userId: string) => (await findUser(api.store.read, userId))?.email ?? ''
  const own = { account: null }

  test('changes its name, and every account of the user is told', async () => {
    const browser = await makeMember()
    const changed = await browser.call('PATCH', '/v1/users/me', { ...own, body: { name: ' Nora ' } })
    assert.equal(changed.status, 200, changed.text)
    assert.equal(changed.at('name'), 'Nora')
    const log = await api.call('GET', `/v1/audit-log?entityType=USER&entityId=${browser.userId}`)
    assert.deepEqual(log.at('entries.0.changes'), [{ path: 'name', old: 'Mary Member', new: 'Nora' }])
    assert.equal(log.at('entries.0.actor.userId'), browser.userId)
    expectInvalid(await browser.call('PATCH', '/v1/users/me', { ...own, body: { name: ' ' } }), 'payload', [
      'name',
    ])
  })

  test('changes its address only with the password, to one that nobody has', async () => {
    const browser = await makeMember()
    const patch = (body: object) => browser.call('PATCH', '/v1/users/me', { ...own, body })
    const email = 'Moved@example.net'
    expectInvalid(await patch({ email }), 'payload', ['currentPassword'])
    expectInvalid(await patch({ email, currentPassword: 'wrong' }), 'payload', ['currentPassword'])
    expectError(await patch({ email: 'OLIVE@example.net', currentPassword: password }), 409)
    expectInvalid(await patch({ email: 'nobody', currentPassword: password }), 'payload', ['email'])
    const same = await patch({ email: await emailOf(browser.userId) })
    assert.equal(same.status, 200, 'the same address needs no password')
    const moved = await patch({ email, currentPassword: password })
    assert.equal(moved.at('email'), 'moved@example.net', moved.text)
    assert.equal((await signIn(api, { email })).status, 200)
  })

  test('a new password ends all sessions but the one that set it, and the old password', async () => {
    const browser = await makeMember()
    const email = await emailOf(browser.userId)
    const other = await signedIn(api, { email })
    const key = await api.makeUserKey(browser.userId)
    const changed = await browser.call('PUT', '/v1/users/me/password', {
      ...own,
      body: { currentPassword: password, newPassword },
    })
    assert.equal(changed.status, 204, changed.text)
    assert.equal((await browser.call('GET', '/v1/checks')).status, 200)
    expectError(await other.call('GET', '/v1/checks'), 401)
    assert.equal((await api.call('GET', '/v1/checks', { key })).status, 200, 'keys go on')
    expectError(await signIn(api, { email }), 401)
    assert.equal((await signIn(api, { email, password: newPassword })).status, 200)
    const log = await api.call('GET', `/v1/audit-log?entityType=USER&entityId=${browser.userId}`)
    assert.deepEqual(log.at('entries.0.changes'), [{ path: 'password', old: '***', new: '***' }])
  })

  test('a password that is too short or too long is refused', async () => {
    const browser = await makeMember()
    for (const bad of ['short', 'p'.repeat(201)]) {
      const body = { currentPassword: password, newPassword: bad }
      expectInvalid(await browser.call('PUT', '/v1/users/me/password', { ...own, body }), 'payload', [
        'newPassword',
      ])
    }
  })

  test('wrong current passwords count as wrong sign-ins', async () => {
    const browser = await makeMember()
    const email = await emailOf(browser.userId)
    api.clock.advance(16 * 60_000)
    const put = (currentPassword: string) =>
      browser.call('PUT', '/v1/users/me/password', { ...own, body: { currentPassword, newPassword } })
    for (let n = 0; n < 10; n += 1) expectInvalid(await put('guess'), 'payload', ['currentPassword'])
    expectError(await put(password), 429)
    expectError(await signIn(api, { email }), 429)
    api.clock.advance(16 * 60_000)
  })

  test('a user without a password cannot set one by guessing that there is none', async () => {
    const { key } = await api.makeUser()
    const body = { currentPassword: '', newPassword }
    const answer = await api.call('PUT', '/v1/users/me/password', { key, account: null, body })
    expectInvalid(answer, 'payload', ['currentPassword'])
  })

  test('a service key has no user', async () => {
    const key = await api.makeServiceKey(api.accountId, 'ADMIN')
    expectError(await api.call('PATCH', '/v1/users/me', { key, body: { name: 'x' } }), 403)
    expectError(await api.call('GET', '/v1/users/me/sessions', { key }), 403)
  })

  test('sees its sessions, and ends one or all others', async () => {
    const browser = await makeMember()
    const email = await emailOf(browser.userId)
    const headers = { 'user-agent': `Browser ${'x'.repeat(400)}` }
    const [second, third] = [await signedIn(api, { email, headers }), await signedIn(api, { email })]
    const stranger = await makeMember()

    const listed = await browser.call('GET', '/v1/users/me/sessions', own)
    assert.ok(Array.isArray(listed.body))
    assert.equal(listed.body.length, 3)
    const found = [0, 1, 2].map((n) => ({
      id: listed.textAt(`${n}.id`),
      isCurrent: listed.at(`${n}.isCurrent`),
      userAgent: listed.at(`${n}.userAgent`),
    }))
    assert.equal(found.filter(({ isCurrent }) => isCurrent === true).length, 1)
    assert.equal(listed.at('0.address'), '127.0.0.1')
    const named = found.find(({ userAgent }) => userAgent !== null)
    assert.equal(String(named?.userAgent).length, 300)

    const path = `/v1/users/me/sessions/${named?.id}`
    expectError(await stranger.call('DELETE', path, own), 404)
    assert.equal((await browser.call('DELETE', path, own)).status, 204)
    expectError(await second.call('GET', '/v1/session', own), 401)
    assert.equal((await third.call('GET', '/v1/session', own)).status, 200)
    assert.equal((await browser.call('DELETE', '/v1/users/me/sessions', own)).status, 204)
    expectError(await third.call('GET', '/v1/session', own), 401)
    assert.equal((await browser.call('GET', '/v1/session', own)).status, 200)
    assert.equal((await stranger.call('GET', '/v1/session', own)).status, 200)
  })
})
