import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hourMs } from '@sonde/ground/durations.ts'
import { removeMember } from '@sonde/store/accounts/members.ts'
import { findUserByEmail } from '@sonde/store/accounts/users.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import type { Answer } from '../../testing/http-client.ts'
import { visitProvider } from '../../testing/oidc-provider.ts'
import { oidcUnderTest } from '../../testing/oidc-under-test.ts'
import { giveSecondFactor } from '../../testing/second-factor.ts'
import { cookieOf, givePassword, password, signedIn, signIn } from '../../testing/sign-in.ts'

const anybody = { key: null, account: null }
const own = { account: null }

forOneEngine('signing in by an identity provider', (engine) => {
  const oidc = oidcUnderTest(engine)
  const {
    api,
    withRules,
    start,
    finish,
    begin,
    enter,
    locationOf,
    sessionOf,
    expectProblem,
    who,
    somebody,
    invite,
    roleOf,
  } = oidc

  test('is offered to whoever asks', async () => {
    const options = await api.call('GET', '/v1/session/options', anybody)
    assert.deepEqual(options.body, { hasPassword: true, provider: { name: 'Acme', url: '/oidc/start' } })
  })

  test('sends the browser away with PKCE, state and nonce, and a cookie that only the way back gets', async () => {
    const started = await start()
    const url = new URL(locationOf(started))
    const sent = Object.fromEntries(url.searchParams)
    assert.equal(url.origin, oidc.provider.issuer)
    assert.equal(sent['redirect_uri'], 'https://sonde.example.net/oidc/callback')
    assert.deepEqual([sent['response_type'], sent['code_challenge_method']], ['code', 'S256'])
    for (const name of ['state', 'nonce', 'code_challenge']) assert.match(sent[name] ?? '', /^[\w-]{43}$/)
    const [cookie = ''] = started.headers['set-cookie'] ?? []
    assert.match(
      cookie,
      /^sonde_oidc_[\w-]{12}=v1\.[\w.-]+; Path=\/oidc; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    )
    assert.ok(!cookie.includes(sent['nonce'] ?? ''))
  })

  test('lets in who was invited, without a password, for a day', async () => {
    const person = somebody()
    await invite(person.email)
    const answer = await enter(person, '?next=/accounts/x/checks?tag=a')
    assert.equal(locationOf(answer), '/accounts/x/checks?tag=a')
    const session = await who(answer)
    assert.equal(session.at('user.email'), person.email)
    assert.equal(session.at('user.name'), person['name'])
    assert.equal(session.at('accounts.0.role'), 'READ_RUN')
    const members = await api.call('GET', `/v1/accounts/me/members?search=${person.email}`)
    assert.deepEqual([members.at('length'), members.at('members.0.ssoEnabled')], [1, true])
    const headers = { cookie: sessionOf(answer) }
    const read = () => api.call('GET', '/v1/session', { ...anybody, headers })
    // However much it is used: somebody whom the provider knows no more is to be out by then.
    for (let hours = 0; hours < 23; hours += 1) {
      api.clock.advance(hourMs)
      assert.equal((await read()).status, 200)
      await api.call('GET', '/v1/users/me/sessions', { ...anybody, headers })
    }
    api.clock.advance(hourMs)
    expectError(await read(), 401)
    await who(await enter(person))
    expectError(await signIn(api, { email: person.email, password: 'guess' }), 401)
  })

  test('makes nobody a user who was not invited', async () => {
    const person = somebody()
    expectProblem(await enter(person), 'no-access')
    assert.equal(await findUserByEmail(api.store.read, person.email), null)
  })

  test('gives people the default role once: who was removed stays out', async () => {
    withRules({ defaultRole: 'READ_ONLY' })
    const person = somebody()
    const userId = (await who(await enter(person))).textAt('user.id')
    assert.equal(await roleOf(userId), 'READ_ONLY')
    const log = await api.call('GET', `/v1/audit-log?entityType=MEMBER&entityId=${userId}`)
    assert.equal(log.at('entries.0.action'), 'CREATE')
    await api.store.write((db) => removeMember(db, api.accountId, userId))
    expectProblem(await enter(person), 'no-access')
    assert.equal(await roleOf(userId), null)
  })

  test('gives and takes roles by the claim, at each sign-in', async () => {
    withRules({ hasRoleClaim: true })
    const person = somebody()
    const userId = (await who(await enter({ ...person, groups: ['dev', 'x'] }))).textAt('user.id')
    assert.equal(await roleOf(userId), 'READ_WRITE')
    await who(await enter({ ...person, groups: ['dev', 'ops'] }))
    assert.equal(await roleOf(userId), 'ADMIN')
    const headers = { cookie: sessionOf(await enter({ ...person, groups: ['dev'] })) }
    assert.equal(await roleOf(userId), 'READ_WRITE')
    expectProblem(await enter({ ...person, groups: ['OWNER'] }), 'no-access')
    assert.equal(await roleOf(userId), null)
    expectError(await api.call('GET', '/v1/checks', { key: null, headers }), 403)
    const log = await api.call('GET', `/v1/audit-log?entityType=MEMBER&entityId=${userId}&limit=10`)
    assert.deepEqual(
      [0, 1, 2, 3].map((n) => log.at(`entries.${n}.action`)),
      ['DELETE', 'UPDATE', 'UPDATE', 'CREATE'],
    )
  })

  test('takes a user for somebody by a verified address only where the operator says so', async () => {
    const owner = somebody({ email: 'Olive@example.net' })
    await invite('olive@elsewhere.example')
    expectProblem(await enter(owner), 'email-taken')
    withRules({ linksByEmail: true, hasRoleClaim: true })
    const session = await who(await enter(owner))
    assert.equal(session.at('user.id'), api.ownerId)
    assert.equal(session.at('accounts.0.role'), 'OWNER', 'no claim takes it away')
    // The address has another owner at the provider now.
    expectProblem(await enter(somebody({ email: 'olive@example.net' })), 'email-taken')
    withRules({ linksByEmail: false })
    assert.equal((await who(await enter({ ...owner, email: 'new@example.net' }))).at('user.id'), api.ownerId)
  })

  test('is connected by a user who gives password and code, and disconnected again', async () => {
    const browser = await signedIn(api)
    await api.join(api.accountId, browser.userId, 'READ_ONLY')
    /** Where the answer sends the browser, on to the provider, and back. */
    const goAndConnect = async (answer: Answer) => {
      const path = answer.textAt('url')
      const sent = await api.call('GET', path, { ...anybody, headers: { cookie: cookieOf(answer) } })
      const back = await visitProvider(oidc.provider.issuer, locationOf(sent))
      return await finish(cookieOf(sent), back.search)
    }
    const link = (body: object) => browser.call('POST', '/v1/users/me/identities', { ...own, body })
    expectInvalid(await link({ currentPassword: 'wrong' }), 'payload', ['currentPassword'])
    const app = await giveSecondFactor(api, browser.userId)
    expectInvalid(await link({ currentPassword: password }), 'payload', ['code'])
    const code = () => app.codeAt(api.clock.now())
    const body = { currentPassword: password, next: '/accounts/x/settings/security' }
    const started = await link({ ...body, code: code() })
    assert.equal(started.status, 200, started.text)
    // Somebody who is led to that address by others connects nothing.
    expectProblem(await api.call('GET', started.textAt('url'), anybody), 'expired')
    const person = somebody({ email: 'somebody@else.example', email_verified: false })
    oidc.provider.person = person
    const linked = await goAndConnect(started)
    assert.equal(locationOf(linked), '/accounts/x/settings/security')
    assert.equal(sessionOf(linked), '', 'who has connected it is signed in already')
    // The second factor is a matter of the provider now.
    assert.equal((await who(await enter(person))).at('user.id'), browser.userId)
    const listed = await browser.call('GET', '/v1/users/me/identities', own)
    assert.deepEqual(
      [listed.at('0.subject'), listed.at('0.issuer'), listed.at('1')],
      [person.sub, oidc.provider.issuer, undefined],
    )

    const other = await signedIn(api)
    const again = await other.call('POST', '/v1/users/me/identities', { ...own, body })
    const taken = await goAndConnect(again)
    assert.equal(locationOf(taken), '/accounts/x/settings/security?problem=identity-taken')

    const path = `/v1/users/me/identities/${listed.textAt('0.id')}`
    expectError(await other.call('DELETE', path, own), 404)
    assert.equal((await browser.call('DELETE', path, own)).status, 204)
    expectProblem(await enter(person), 'email-unverified')
    const log = await api.call('GET', `/v1/audit-log?entityType=USER&entityId=${browser.userId}`)
    assert.deepEqual(log.at('entries.0.changes'), [
      { path: 'identity', old: `${person.sub} at ${oidc.provider.issuer}`, new: null },
    ])
  })

  test('is not taken from whoever has no password', async () => {
    withRules({ defaultRole: 'READ_ONLY' })
    const answer = await enter(somebody())
    const csrfToken = (await who(answer)).textAt('csrfToken')
    const call = (method: string, path: string) =>
      api.call(method, path, {
        ...anybody,
        headers: { cookie: sessionOf(answer), 'x-csrf-token': csrfToken },
      })
    const id = (await call('GET', '/v1/users/me/identities')).textAt('0.id')
    expectError(await call('DELETE', `/v1/users/me/identities/${id}`), 409)
  })

  test('says so while the provider is away, and goes on when it is back', async () => {
    withRules({ defaultRole: 'READ_ONLY' })
    // What is known about the provider counts for an hour.
    api.clock.advance(hourMs)
    const { cookie, search } = await begin(somebody())
    await oidc.provider.stop()
    expectProblem(await finish(cookie, search), 'provider-away')
    api.clock.advance(hourMs)
    const away = await start('?next=/accounts/x')
    expectProblem(away, 'provider-away')
    assert.match(locationOf(away), /^\/sign-in\?problem=provider-away&next=%2Faccounts%2Fx$/)
    assert.equal((await api.call('GET', '/v1/session/options', anybody)).status, 200)
    await oidc.provider.start()
    await who(await enter(somebody()))
  })

  test('is the only way where passwords are turned off, but for the operator', async () => {
    await givePassword(api, api.ownerId)
    oidc.settings.isOnly = true
    const options = await api.call('GET', '/v1/session/options', anybody)
    assert.equal(options.at('hasPassword'), false)
    const refused = await signIn(api, { email: 'olive@example.net' })
    expectError(refused, 403)
    assert.match(refused.textAt('message'), /sign in with Acme/)
    const person = somebody()
    const { pathname } = new URL((await invite(person.email)).textAt('url'))
    const form = {
      ...anybody,
      payload: new URLSearchParams({ name: 'x', password }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }
    for (const page of [await api.call('GET', pathname, anybody), await api.call('POST', pathname, form)]) {
      assert.match(page.text, /Continue with Acme/)
      assert.doesNotMatch(page.text, /<form/)
      assert.equal(page.headers['set-cookie'], undefined)
    }
    await who(await enter(person))
    const token = await api.makeSetupToken(api.accountId, api.ownerId)
    const payload = new URLSearchParams({ name: 'Olive', email: 'olive@example.net', password }).toString()
    const claimed = await api.call('POST', `/setup/${token}`, { ...form, payload })
    assert.match(claimed.headers['set-cookie']?.[0] ?? '', /^sonde_session=/)
  })

  test('needs no second factor here, also where the account requires one', async () => {
    withRules({ defaultRole: 'READ_ONLY' })
    const person = somebody()
    const headers = { cookie: sessionOf(await enter(person)) }
    await giveSecondFactor(api, api.ownerId)
    const required = await api.call('PATCH', '/v1/accounts/me/settings', {
      body: { requireSecondFactor: true },
    })
    assert.equal(required.status, 200, required.text)
    assert.equal((await api.call('GET', '/v1/checks', { key: null, headers })).status, 200)
    await who(await enter(person))
  })
})
