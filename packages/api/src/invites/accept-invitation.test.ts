import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs } from '@sonde/ground/durations.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { findMember } from '@sonde/store/accounts/members.ts'
import { findUserByEmail } from '@sonde/store/accounts/users.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError } from '../../testing/expect-refusal.ts'
import { cookieOf, givePassword, password, signedIn, signIn } from '../../testing/sign-in.ts'

const anybody = { key: null, account: null }
const claim = { name: 'Ines', password: 'a password of her own' }

forEachEngine('an invitation', (engine) => {
  const api = apiUnderTest(engine)
  let count = 0

  async function makeInvitation({ email, role = 'READ_RUN' }: { email?: string; role?: string } = {}) {
    count += 1
    const address = email ?? `guest-${count}@example.net`
    const body = { email: address, role }
    const made = await api.call('POST', '/v1/accounts/me/invites', { body, afterMs: 2_001 })
    assert.equal(made.status, 201, made.text)
    return { email: address, id: made.textAt('id'), path: new URL(made.textAt('url')).pathname }
  }
  const show = (path: string) => api.call('GET', path, anybody)
  const post = (
    path: string,
    fields: Record<string, string>,
    headers: Readonly<Record<string, string>> = {},
  ) =>
    api.call('POST', path, {
      ...anybody,
      payload: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
  const roleOf = async (email: string) => {
    const user = await findUserByEmail(api.store.read, email)
    return user === null ? null : ((await findMember(api.store.read, api.accountId, user.id))?.role ?? null)
  }

  test('shows a new person a form that runs no script and asks for name and password', async () => {
    const { path, email } = await makeInvitation()
    const page = await show(path)
    assert.equal(page.status, 200)
    assert.match(page.text, /Olive Owner \(olive@example\.net\) invites you to <strong>Test account/)
    assert.ok(page.text.includes(`readonly value="${email}"`))
    for (const name of ['name', 'password']) assert.match(page.text, new RegExp(`<input id="${name}"`))
    const policy = String(page.headers['content-security-policy'])
    assert.match(policy, /default-src 'none'/)
    assert.doesNotMatch(policy, /unsafe|script-src/)
    assert.equal(page.headers['cache-control'], 'no-store')
    // Not `no-referrer`: a browser would then send the form as from nowhere, and it would be refused.
    assert.equal(page.headers['referrer-policy'], 'same-origin')
  })

  test('makes a new person a member and signs them in, exactly once', async () => {
    const { path, email } = await makeInvitation({ role: 'READ_WRITE' })
    const accepted = await post(path, claim)
    assert.equal(accepted.status, 303, accepted.text)
    assert.equal(accepted.headers.location, '/')
    const shown = await api.call('GET', '/v1/session', {
      ...anybody,
      headers: { cookie: cookieOf(accepted) },
    })
    assert.deepEqual([shown.at('user.name'), shown.at('user.email')], ['Ines', email])
    assert.equal(await roleOf(email), 'READ_WRITE')
    assert.equal((await signIn(api, { email, password: claim.password })).status, 200)
    assert.equal((await show(path)).status, 404)
    assert.equal((await post(path, { ...claim, name: 'Mallory' })).status, 404)
    assert.equal((await findUserByEmail(api.store.read, email))?.name, 'Ines')
    const listed = await api.call('GET', `/v1/accounts/me/members?search=${email}`)
    assert.equal(listed.at('length'), 1)
    assert.equal(listed.at('members.0.type'), 'member')
    const log = await api.call('GET', `/v1/audit-log?entityType=MEMBER&entityId=${shown.textAt('user.id')}`)
    assert.equal(log.at('entries.0.action'), 'CREATE')
    assert.equal(log.at('entries.0.actor.email'), email)
  })

  test('lets one of many who come at once through', async () => {
    const { path } = await makeInvitation()
    const people = Array.from({ length: 5 }, (_, n) => ({ ...claim, name: `Racer ${n}` }))
    const answers = await Promise.all(people.map((fields) => post(path, fields)))
    const statuses = answers.map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 303).length, 1, String(statuses))
    // Whoever came after the first had become a user is asked for the password or told that it is over.
    for (const { status, headers } of answers) {
      if (status !== 303) assert.equal(headers['set-cookie'], undefined)
    }
  })

  test('lets a user in only with the password of that user', async () => {
    const email = 'known@example.net'
    const known = await api.makeUser({ email, name: 'Known' })
    await givePassword(api, known.id)
    const { path } = await makeInvitation({ email })
    const page = await show(path)
    assert.match(page.text, /Your password/)
    assert.doesNotMatch(page.text, /id="name"/)
    const refused = await post(path, claim)
    assert.equal(refused.status, 400)
    assert.match(refused.text, /Your password is wrong/)
    assert.equal(refused.headers['set-cookie'], undefined)
    assert.equal(await roleOf(email), null)
    assert.equal((await signIn(api, { email })).status, 200, 'the password stays')
    const accepted = await post(path, { password })
    assert.equal(accepted.status, 303, accepted.text)
    assert.equal(await roleOf(email), 'READ_RUN')
    assert.equal((await findUserByEmail(api.store.read, email))?.name, 'Known')
    assert.equal((await show(path)).status, 404)
  })

  test('makes one membership when a user accepts twice at once', async () => {
    const browser = await signedIn(api)
    const email = (await browser.call('GET', '/v1/session', { account: null })).textAt('user.email')
    const { path } = await makeInvitation({ email })
    const answers = await Promise.all([post(path, { password }), post(path, { password })])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [303, 404])
  })

  test('does not set the password of a user who has none: that would be their account', async () => {
    const email = 'keys-only@example.net'
    await api.makeUser({ email })
    const { path } = await makeInvitation({ email })
    assert.equal((await show(path)).status, 409)
    const refused = await post(path, claim)
    assert.equal(refused.status, 409)
    assert.match(refused.text, /npx sonde reset-password/)
    assert.equal((await findUserByEmail(api.store.read, email))?.passwordHash, null)
    assert.equal(await roleOf(email), null)
  })

  test('cannot be used to guess a password', async () => {
    const email = 'guessed@example.net'
    await givePassword(api, (await api.makeUser({ email })).id)
    const { path } = await makeInvitation({ email })
    api.clock.advance(16 * 60_000)
    for (let n = 0; n < 10; n += 1) assert.equal((await post(path, { password: `guess ${n}` })).status, 400)
    const limited = await post(path, { password })
    assert.equal(limited.status, 429)
    assert.ok(Number(limited.headers['retry-after']) > 0)
    expectError(await signIn(api, { email }), 429)
    api.clock.advance(16 * 60_000)
    assert.equal((await post(path, { password })).status, 303)
  })

  test('asks again after a mistake, and stays good', async () => {
    const { path, email } = await makeInvitation()
    const short = await post(path, { name: '<b>Ines</b>', password: 'short' })
    assert.equal(short.status, 400)
    assert.match(short.text, /Password must have at least 12 characters/)
    assert.match(short.text, /value="&lt;b&gt;Ines/)
    assert.ok(!short.text.includes('value="short"'))
    assert.match((await post(path, {})).text, /Your name must not be empty/)
    assert.equal(await findUserByEmail(api.store.read, email), null)
    assert.equal((await post(path, claim)).status, 303)
  })

  test('does not take a form of another site, nor other forms of body', async () => {
    const { path, email } = await makeInvitation()
    assert.equal((await post(path, claim, { origin: 'https://evil.example' })).status, 403)
    expectError(await api.call('POST', path, { ...anybody, body: claim }), 415)
    assert.equal(await findUserByEmail(api.store.read, email), null)
  })

  test('is dead when it is unknown, too old, taken back or renewed', async () => {
    for (const token of ['x', 'A'.repeat(43), '%00', '..%2f']) {
      const page = await show(`/invitations/${token}`)
      assert.equal(page.status, 404, token)
      assert.match(page.text, /is no longer valid/)
    }
    const taken = await makeInvitation()
    await api.call('DELETE', `/v1/accounts/me/invites/${taken.id}`)
    assert.equal((await post(taken.path, claim)).status, 404)
    const renewed = await makeInvitation()
    const again = await api.call('POST', `/v1/accounts/me/invites/${renewed.id}/renew`)
    assert.equal((await post(renewed.path, claim)).status, 404)
    assert.equal((await show(new URL(again.textAt('url')).pathname)).status, 200)
    const old = await makeInvitation()
    api.clock.advance(7 * dayMs - 1_000)
    assert.equal((await show(old.path)).status, 200)
    api.clock.advance(1_000)
    assert.equal((await post(old.path, claim)).status, 404)
  })

  test('leaves a member what they are', async () => {
    const { path, email } = await makeInvitation({ role: 'READ_ONLY' })
    const user = await api.makeUser({ email })
    await givePassword(api, user.id)
    await api.join(api.accountId, user.id, 'ADMIN')
    assert.equal((await post(path, { password })).status, 303)
    assert.equal(await roleOf(email), 'ADMIN')
  })
})
