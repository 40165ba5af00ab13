import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs } from '@sonde/ground/durations.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { findUser } from '@sonde/store/accounts/users.ts'
import { forgetEndedSessions, listSessionsOf } from '@sonde/store/accounts/web-sessions.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError } from '../../testing/expect-refusal.ts'
import { cookieOf, givePassword, password, signedIn, signIn } from '../../testing/sign-in.ts'
import { smallestCreate } from '../../testing/monitors/write-icmp.ts'

const anybody = { key: null, account: null }

forOneEngine('a session', (engine) => {
  const api = apiUnderTest(engine)

  async function makeMember(role: 'READ_WRITE' | 'READ_ONLY' = 'READ_WRITE') {
    const browser = await signedIn(api)
    await api.join(api.accountId, browser.userId, role)
    return browser
  }

  test('begins with e-mail and password and says who is signed in', async () => {
    await givePassword(api, api.ownerId)
    const answer = await signIn(api, { email: ' Olive@Example.NET ' })
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(answer.at('user'), {
      id: api.ownerId,
      name: 'Olive Owner',
      email: 'olive@example.net',
    })
    assert.equal(Date.parse(answer.textAt('expiresAt')), api.clock.now() + 30 * dayMs)
    const shown = await api.call('GET', '/v1/session', { ...anybody, headers: { cookie: cookieOf(answer) } })
    assert.equal(shown.status, 200)
    assert.deepEqual(shown.body, answer.body)
  })

  test('is a cookie that no script reads and no other site sends', async () => {
    const email = 'cookie@example.net'
    await givePassword(api, (await api.makeUser({ email })).id)
    const [cookie = ''] = (await signIn(api, { email })).headers['set-cookie'] ?? []
    assert.match(
      cookie,
      /^sonde_session=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure$/,
    )
  })

  test('opens the accounts of the user and no other one', async () => {
    const browser = await makeMember()
    assert.equal((await browser.call('GET', '/v1/checks')).status, 200)
    const foreign = await api.makeAccount(api.ownerId)
    const refused = await browser.call('GET', '/v1/checks', { account: foreign })
    expectError(refused, 403)
    assert.match(refused.textAt('message'), /You have no access to this account/)
    expectError(await browser.call('GET', '/v1/checks', { account: null }), 401)
    expectError(await browser.call('GET', `/v1/accounts/${foreign}/members`), 404)
    expectError(await browser.call('GET', `/v1/accounts/${api.accountId}/members`, { account: foreign }), 403)
    assert.equal((await browser.call('GET', '/v1/accounts', { account: null })).status, 200)
    assert.equal((await browser.call('GET', '/next/users/me', { account: null })).at('id'), browser.userId)
  })

  test('has the role of the member', async () => {
    const browser = await makeMember('READ_ONLY')
    expectError(await browser.call('POST', '/v1/checks/icmp', { body: smallestCreate }), 403)
  })

  test('of somebody who is a member no more stays, and opens nothing', async () => {
    const browser = await makeMember()
    await api.call('DELETE', `/v1/accounts/me/members/${browser.userId}`)
    expectError(await browser.call('GET', '/v1/checks'), 403)
    assert.equal((await browser.call('GET', '/v1/session', { account: null })).status, 200)
  })

  test('is no key: where a key comes with it, the key alone counts', async () => {
    const browser = await makeMember()
    const { cookie } = browser
    expectError(await api.call('GET', '/v1/checks', { key: 'uk_wrong', headers: { cookie } }), 401)
    const withKey = await api.call('POST', '/v1/checks/icmp', { body: smallestCreate, headers: { cookie } })
    assert.equal(withKey.status, 201, 'a key needs no token against forged requests')
  })

  test('does not open what is for agents and integrations', async () => {
    const { cookie } = await makeMember()
    const headers = { cookie }
    expectError(await api.call('POST', '/agent/v1/register', { ...anybody, headers, body: {} }), 401)
    const metrics = `/accounts/${api.accountId}/v2/prometheus/metrics`
    expectError(await api.call('GET', metrics, { ...anybody, headers }), 401)
  })

  test('changes something only with its token, sent by a page of ours', async () => {
    const browser = await makeMember()
    const { cookie, csrfToken } = browser
    const post = (headers: Readonly<Record<string, string>>) =>
      api.call('POST', '/v1/checks/icmp', {
        key: null,
        body: smallestCreate,
        headers: { cookie, ...headers },
      })
    const own = { 'x-csrf-token': csrfToken }
    const other = await makeMember()

    const missing = await post({})
    expectError(missing, 403)
    assert.match(missing.textAt('message'), /X-CSRF-Token is missing/)
    expectError(await post({ 'x-csrf-token': 'wrong' }), 403)
    expectError(await post({ 'x-csrf-token': other.csrfToken }), 403)
    expectError(await post({ ...own, origin: 'https://evil.example' }), 403)
    expectError(await post({ ...own, origin: 'null' }), 403)
    expectError(await post({ ...own, 'sec-fetch-site': 'cross-site' }), 403)
    assert.equal((await post(own)).status, 201)
    assert.equal(
      (await post({ ...own, origin: `http://127.0.0.1:${api.port}`, host: `127.0.0.1:${api.port}` })).status,
      201,
    )
    assert.equal((await post({ ...own, origin: 'https://sonde.example.net' })).status, 201)
    const read = await api.call('GET', '/v1/checks', { key: null, headers: { cookie } })
    assert.equal(read.status, 200, 'reading needs no token')
  })

  test('is judged before the token, and the token before the body', async () => {
    const browser = await makeMember()
    const call = (cookie: string, token: string, body: unknown) =>
      api.call('POST', '/v1/checks/icmp', { key: null, body, headers: { cookie, 'x-csrf-token': token } })
    expectError(await call(`sonde_session=${'A'.repeat(43)}`, 'wrong', {}), 401)
    expectError(await call('sonde_session=nonsense', 'wrong', {}), 401)
    expectError(await call(browser.cookie, 'wrong', {}), 403)
    expectError(await call(browser.cookie, browser.csrfToken, {}), 400)
  })

  test('counts its requests apart from those of others', async () => {
    const [first, second] = [await makeMember(), await makeMember()]
    const remaining = async (browser: typeof first) =>
      Number((await browser.call('GET', '/v1/checks', { afterMs: 0 })).headers['x-ratelimit-remaining'])
    const before = await remaining(first)
    assert.equal(await remaining(first), before - 1)
    assert.equal(await remaining(second), before)
  })

  test('is refused with a wrong password, an unknown address and a user without password alike', async () => {
    const email = 'wrong@example.net'
    await givePassword(api, (await api.makeUser({ email })).id)
    await api.makeUser({ email: 'unset@example.net' })
    for (const body of [
      { email, password: `${password}!` },
      { email: 'nobody@example.net' },
      { email: 'unset@example.net' },
    ]) {
      const refused = await signIn(api, body)
      expectError(refused, 401)
      assert.equal(refused.textAt('message'), 'E-mail address or password is wrong')
      assert.equal(refused.headers['set-cookie'], undefined)
    }
    api.clock.advance(16 * 60_000)
  })

  test('costs an unknown address as much as a wrong password', async () => {
    const email = 'cost@example.net'
    await givePassword(api, (await api.makeUser({ email })).id)
    const took = async (body: { email: string; password: string }) => {
      const began = performance.now()
      await signIn(api, body)
      return performance.now() - began
    }
    const shortest = async (address: string) =>
      Math.min(
        await took({ email: address, password: 'guess' }),
        await took({ email: address, password: 'guess' }),
        await took({ email: address, password: 'guess' }),
      )
    const [known, unknown] = [await shortest(email), await shortest('ghost@example.net')]
    assert.ok(unknown > known / 3, `${unknown} ms instead of ${known} ms`)
    api.clock.advance(16 * 60_000)
  })

  test('cannot be guessed: after ten wrong passwords the address has to wait', async () => {
    const email = 'guess@example.net'
    await givePassword(api, (await api.makeUser({ email })).id)
    for (let n = 0; n < 10; n += 1) expectError(await signIn(api, { email, password: `guess ${n}` }), 401)
    const limited = await signIn(api, { email })
    expectError(limited, 429)
    assert.ok(Number(limited.headers['retry-after']) > 0)
    api.clock.advance(16 * 60_000)
    assert.equal((await signIn(api, { email })).status, 200)
  })

  test('cannot be guessed by whoever waits for the clock to be set back', async () => {
    const email = 'clock@example.net'
    await givePassword(api, (await api.makeUser({ email })).id)
    for (let n = 0; n < 10; n += 1) expectError(await signIn(api, { email, password: `guess ${n}` }), 401)
    api.clock.advance(-60 * 60_000)
    expectError(await signIn(api, { email }), 429)
    api.clock.advance(16 * 60_000)
    assert.equal((await signIn(api, { email })).status, 200)
    api.clock.advance(60 * 60_000)
  })

  test('is not begun by a page of another site', async () => {
    const email = 'strange@example.net'
    await givePassword(api, (await api.makeUser({ email })).id)
    expectError(await signIn(api, { email }, { origin: 'https://evil.example' }), 403)
    expectError(await signIn(api, { email }, { 'sec-fetch-site': 'cross-site' }), 403)
  })

  test('ends the one that the browser had before', async () => {
    const first = await makeMember()
    const email = (await findUser(api.store.read, first.userId))?.email ?? ''
    const second = await signedIn(api, { email, headers: { cookie: first.cookie } })
    assert.notEqual(second.cookie, first.cookie)
    expectError(await first.call('GET', '/v1/checks'), 401)
    assert.equal((await second.call('GET', '/v1/checks')).status, 200)
  })

  test('ends when the user signs out, as often as that is asked for', async () => {
    const browser = await makeMember()
    expectError(
      await browser.call('DELETE', '/v1/session', { headers: { origin: 'https://evil.example' } }),
      403,
    )
    for (let n = 0; n < 2; n += 1) {
      const ended = await browser.call('DELETE', '/v1/session', { account: null })
      assert.equal(ended.status, 204, ended.text)
      assert.match(ended.headers['set-cookie']?.[0] ?? '', /^sonde_session=; Path=\/; Max-Age=0; HttpOnly/)
    }
    expectError(await browser.call('GET', '/v1/checks'), 401)
    expectError(await browser.call('GET', '/v1/session', { account: null }), 401)
    assert.equal((await api.call('DELETE', '/v1/session', anybody)).status, 204)
  })

  test('lasts for 30 days after its last use, and is then forgotten', async () => {
    const browser = await makeMember()
    const { userId } = browser
    const stored = async () => {
      await browser.call('GET', '/v1/users/me/sessions', { account: null })
      const [row] = await listSessionsOf(api.store.read, { userId, now: api.clock.now() })
      assert.ok(row)
      return row
    }
    const first = await stored()
    api.clock.advance(30_000)
    assert.equal((await stored()).lastUsedAt, first.lastUsedAt, 'not written within a minute')
    api.clock.advance(29 * dayMs)
    const later = await stored()
    assert.equal(later.lastUsedAt, api.clock.now())
    assert.equal(later.expiresAt, api.clock.now() + 30 * dayMs)
    api.clock.advance(30 * dayMs)
    const over = await browser.call('GET', '/v1/checks')
    expectError(over, 401)
    assert.match(over.textAt('message'), /The session has ended/)
    assert.ok((await api.store.write((db) => forgetEndedSessions(db, api.clock.now()))) >= 1)
  })

  test('stands in the audit log as its user, without a key', async () => {
    const browser = await makeMember()
    const made = await browser.call('POST', '/v1/checks/icmp', { body: smallestCreate })
    const log = await api.call('GET', `/v1/audit-log?entityId=${made.textAt('id')}`)
    assert.deepEqual(log.at('entries.0.actor'), {
      type: 'USER',
      userId: browser.userId,
      email: (await findUser(api.store.read, browser.userId))?.email,
      keyId: null,
      keyName: null,
    })
  })
})
