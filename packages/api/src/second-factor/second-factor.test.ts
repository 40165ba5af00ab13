import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findSecondFactor, secondFactorSealContext, useStep } from '@sonde/store/accounts/second-factors.ts'
import { findUser } from '@sonde/store/accounts/users.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { appOf, giveSecondFactor, recoveryCode } from '../../testing/second-factor.ts'
import { givePassword, password, signedIn, signIn } from '../../testing/sign-in.ts'

const own = { account: null }
const anybody = { key: null, account: null }
const path = '/v1/users/me/second-factor'
const stepMs = 30_000

forOneEngine('a second factor', (engine) => {
  const api = apiUnderTest(engine)

  /** Somebody who is a member, signed in, without a second factor. */
  async function makeMember() {
    const browser = await signedIn(api)
    await api.join(api.accountId, browser.userId, 'READ_ONLY')
    const email = (await findUser(api.store.read, browser.userId))?.email ?? ''
    return { ...browser, email }
  }
  async function makeMemberWithFactor() {
    const member = await makeMember()
    return { ...member, app: await giveSecondFactor(api, member.userId) }
  }
  const sendCode = (challenge: string, code: string, headers: Record<string, string> = {}) =>
    api.call('POST', '/v1/session/second-factor', { ...anybody, body: { challenge, code }, headers })
  const challengeOf = async (email: string) => {
    const answer = await signIn(api, { email })
    assert.equal(answer.status, 202, answer.text)
    assert.equal(answer.headers['set-cookie'], undefined)
    return answer.textAt('challenge')
  }
  const wrongCodeOf = (right: string) => (right === '000000' ? '000001' : '000000')
  /** Until codes that were tried before count no more. */
  const afterAWhile = () => api.clock.advance(16 * 60_000)

  test('is set up with the password and one code, signs out elsewhere and gives ten recovery codes', async () => {
    const member = await makeMember()
    const other = await signedIn(api, { email: member.email })
    expectInvalid(
      await member.call('POST', path, { ...own, body: { currentPassword: 'wrong' } }),
      'payload',
      ['currentPassword'],
    )
    const setUp = await member.call('POST', path, { ...own, body: { currentPassword: password } })
    assert.equal(setUp.status, 200, setUp.text)
    assert.match(setUp.textAt('otpauthUrl'), new RegExp(`secret=${setUp.textAt('secret')}&issuer=Sonde$`))
    assert.equal((await signIn(api, { email: member.email })).status, 200, 'it does not count yet')
    const app = appOf(setUp.textAt('secret'))
    const confirm = (code: string) => member.call('POST', `${path}/confirm`, { ...own, body: { code } })
    expectInvalid(await confirm(wrongCodeOf(app.codeAt(api.clock.now()))), 'payload', ['code'])
    const confirmed = await confirm(app.codeAt(api.clock.now()))
    const confirmedAt = api.clock.now()
    assert.equal(confirmed.status, 200, confirmed.text)
    const codes = confirmed.at('recoveryCodes')
    assert.ok(Array.isArray(codes) && new Set(codes).size === 10)
    expectError(await other.call('GET', '/v1/session', own), 401)
    const state = await member.call('GET', path, own)
    assert.equal(state.status, 200, 'this session goes on')
    assert.deepEqual(state.body, {
      isEnabled: true,
      hasPassword: true,
      enabledAt: new Date(confirmedAt).toISOString(),
      recoveryCodesLeft: 10,
      requiredBy: [],
    })
    const members = await api.call('GET', `/v1/accounts/me/members?search=${member.email}`)
    assert.equal(members.at('members.0.mfaEnabled'), true)
    const log = await api.call('GET', `/v1/audit-log?entityType=USER&entityId=${member.userId}`)
    assert.deepEqual(log.at('entries.0.changes'), [{ path: 'secondFactor', old: 'off', new: 'on' }])
  })

  test('lies sealed in the database, and recovery codes as hashes', async () => {
    const member = await makeMember()
    const setUp = await member.call('POST', path, { ...own, body: { currentPassword: password } })
    const app = appOf(setUp.textAt('secret'))
    const code = app.codeAt(api.clock.now())
    const confirmed = await member.call('POST', `${path}/confirm`, { ...own, body: { code } })
    const factor = await findSecondFactor(api.store.read, member.userId)
    assert.match(factor?.sealedSecret ?? '', /^v1\./)
    const opened = api.store.sealer.open(factor?.sealedSecret ?? '', secondFactorSealContext(member.userId))
    assert.equal(opened.length, 40)
    const rows = await api.store.read.selectFrom('recovery_codes').selectAll().execute()
    assert.ok(!JSON.stringify(rows).includes(confirmed.textAt('recoveryCodes.0')))
  })

  test('is asked for after the password, and lets in', async () => {
    const { app, email, userId } = await makeMemberWithFactor()
    const challenge = await challengeOf(email)
    const answer = await sendCode(challenge, app.codeAt(api.clock.now()))
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.at('user.id'), userId)
    assert.match(answer.headers['set-cookie']?.[0] ?? '', /^sonde_session=/)
  })

  test('takes a code once, also from two at the same time', async () => {
    const { app, email } = await makeMemberWithFactor()
    const [first, second] = [await challengeOf(email), await challengeOf(email)]
    const code = app.codeAt(api.clock.now())
    const answers = await Promise.all([sendCode(first, code), sendCode(second, code), sendCode(second, code)])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 401, 401])
    expectError(await sendCode(first, code), 401)
    api.clock.advance(stepMs)
    assert.equal((await sendCode(first, app.codeAt(api.clock.now()))).status, 200)
    afterAWhile()
  })

  test('takes a code, and that one once, after a clock that was a day ahead was set right', async () => {
    const { app, email, userId } = await makeMemberWithFactor()
    const ahead = Math.floor((api.clock.now() + 24 * 3_600_000) / stepMs)
    await api.store.write((db) => useStep(db, { userId, step: ahead, lastStep: 0 }))
    const challenge = await challengeOf(email)
    const code = app.codeAt(api.clock.now())
    assert.equal((await sendCode(challenge, code)).status, 200)
    expectError(await sendCode(challenge, code), 401)
    afterAWhile()
  })

  test('takes a code that is one step old or early', async () => {
    for (const off of [-stepMs, stepMs]) {
      const { app, email } = await makeMemberWithFactor()
      const challenge = await challengeOf(email)
      expectError(await sendCode(challenge, app.codeAt(api.clock.now() + 3 * off)), 401)
      assert.equal((await sendCode(challenge, app.codeAt(api.clock.now() + off))).status, 200)
    }
  })

  test('takes a recovery code once, and says so in the audit log', async () => {
    const { email, userId } = await makeMemberWithFactor()
    const challenge = await challengeOf(email)
    const typed = recoveryCode.toUpperCase().replaceAll('-', ' ')
    const answers = await Promise.all([sendCode(challenge, typed), sendCode(challenge, typed)])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 401])
    const log = await api.call('GET', `/v1/audit-log?entityType=USER&entityId=${userId}`)
    assert.deepEqual(log.at('entries.0.changes'), [{ path: 'recoveryCodesLeft', old: 1, new: 0 }])
  })

  test('cannot be guessed: after ten wrong codes nobody tries more, from wherever', async () => {
    afterAWhile()
    const { app, email } = await makeMemberWithFactor()
    const challenge = await challengeOf(email)
    const right = app.codeAt(api.clock.now())
    // One by one and all at once, the twelfth is not judged.
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => sendCode(challenge, wrongCodeOf(right))),
    )
    const statuses = answers.map(({ status }) => status)
    assert.deepEqual(statuses.toSorted(), [...Array.from({ length: 10 }, () => 401), 429, 429])
    const limited = await sendCode(challenge, app.codeAt(api.clock.now()))
    expectError(limited, 429)
    assert.ok(Number(limited.headers['retry-after']) > 0)
    expectError(await signIn(api, { email }), 429)
    afterAWhile()
    assert.equal((await sendCode(await challengeOf(email), app.codeAt(api.clock.now()))).status, 200)
  })

  test('a challenge is of one user, one password and ten minutes', async () => {
    const { app, email, userId } = await makeMemberWithFactor()
    const stranger = await makeMemberWithFactor()
    const challenge = await challengeOf(email)
    const code = () => app.codeAt(api.clock.now())
    const [text = '', signature = ''] = challenge.split('.')
    const forged = Buffer.from(
      Buffer.from(text, 'base64url').toString().replace(userId, stranger.userId),
    ).toString('base64url')
    for (const bad of ['', 'x', '.', `${text}.`, `${forged}.${signature}`, `${challenge}x`]) {
      if (bad !== '') await expectRefused(bad, code(), /is not valid/)
    }
    const changed = await challengeOf(stranger.email)
    const body = { currentPassword: password, newPassword: 'another long password' }
    assert.equal((await stranger.call('PUT', '/v1/users/me/password', { ...own, body })).status, 204)
    await expectRefused(changed, stranger.app.codeAt(api.clock.now()), /is no longer valid/)
    api.clock.advance(10 * 60_000)
    await expectRefused(challenge, code(), /has expired/)

    async function expectRefused(sent: string, typed: string, message: RegExp): Promise<void> {
      const answer = await sendCode(sent, typed)
      expectInvalid(answer, 'payload', ['challenge'])
      assert.match(answer.textAt('message'), message)
    }
  })

  test('is not sent by a page of another site', async () => {
    const { app, email } = await makeMemberWithFactor()
    const challenge = await challengeOf(email)
    expectError(
      await sendCode(challenge, app.codeAt(api.clock.now()), { origin: 'https://evil.example' }),
      403,
    )
  })

  test('does not concern API keys', async () => {
    const { userId } = await makeMemberWithFactor()
    const key = await api.makeUserKey(userId)
    assert.equal((await api.call('GET', '/v1/checks', { key })).status, 200)
  })

  test('is replaced with a code of the one before, which counts until then', async () => {
    const member = await makeMemberWithFactor()
    const post = (body: object) => member.call('POST', path, { ...own, body })
    expectInvalid(await post({ currentPassword: password }), 'payload', ['code'])
    expectInvalid(await post({ currentPassword: password, code: '1' }), 'payload', ['code'])
    const code = member.app.codeAt(api.clock.now())
    const setUp = await post({ currentPassword: password, code })
    assert.equal(setUp.status, 200, setUp.text)
    api.clock.advance(stepMs)
    const challenge = await challengeOf(member.email)
    assert.equal((await sendCode(challenge, member.app.codeAt(api.clock.now()))).status, 200)
    const app = appOf(setUp.textAt('secret'))
    const confirmed = await member.call('POST', `${path}/confirm`, {
      ...own,
      body: { code: app.codeAt(api.clock.now()) },
    })
    assert.equal(confirmed.status, 200, confirmed.text)
    api.clock.advance(stepMs)
    expectError(await sendCode(challenge, member.app.codeAt(api.clock.now())), 401)
    assert.equal((await sendCode(challenge, app.codeAt(api.clock.now()))).status, 200)
  })

  test('waits 15 minutes to be confirmed, and no longer', async () => {
    const member = await makeMember()
    const setUp = await member.call('POST', path, { ...own, body: { currentPassword: password } })
    const app = appOf(setUp.textAt('secret'))
    afterAWhile()
    const body = { code: app.codeAt(api.clock.now()) }
    expectError(await member.call('POST', `${path}/confirm`, { ...own, body }), 409)
  })

  test('is turned off, and gets new recovery codes, with password and code', async () => {
    const member = await makeMemberWithFactor()
    const call = (what: string, body: object) => member.call('POST', `${path}/${what}`, { ...own, body })
    for (const what of ['disable', 'recovery-codes']) {
      const code = member.app.codeAt(api.clock.now())
      expectInvalid(await call(what, { currentPassword: 'wrong', code }), 'payload', ['currentPassword'])
      expectInvalid(await call(what, { currentPassword: password, code: wrongCodeOf(code) }), 'payload', [
        'code',
      ])
    }
    const proof = () => ({ currentPassword: password, code: member.app.codeAt(api.clock.now()) })
    const renewed = await call('recovery-codes', proof())
    assert.equal(renewed.status, 200, renewed.text)
    const challenge = await challengeOf(member.email)
    expectError(await sendCode(challenge, recoveryCode), 401)
    assert.equal((await sendCode(challenge, renewed.textAt('recoveryCodes.3'))).status, 200)
    api.clock.advance(stepMs)
    assert.equal((await call('disable', proof())).status, 204)
    assert.equal((await signIn(api, { email: member.email })).status, 200)
    expectError(await call('disable', proof()), 409)
    afterAWhile()
  })

  test('opens private pages together with the password, and the password alone does not', async () => {
    const { app, email } = await makeMemberWithFactor()
    const made = await api.call('POST', '/v1/dashboards', {
      body: { header: 'Shop', isPrivate: true },
    })
    assert.equal(made.status, 201, made.text)
    const open = (fields: Record<string, string>) =>
      api.call('POST', `/dashboards/${made.textAt('dashboardId')}/sign-in`, {
        ...anybody,
        payload: new URLSearchParams({ email, password, ...fields }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    const isOpened = async (fields: Record<string, string>) =>
      (await open(fields)).headers['set-cookie'] !== undefined
    assert.equal(await isOpened({}), false)
    assert.equal(await isOpened({ code: wrongCodeOf(app.codeAt(api.clock.now())) }), false)
    assert.equal(await isOpened({ code: app.codeAt(api.clock.now()) }), true)
    afterAWhile()
  })

  test('is mailed about, so that nobody changes it unnoticed', async () => {
    const member = await makeMember()
    const setUp = await member.call('POST', path, { ...own, body: { currentPassword: password } })
    const code = appOf(setUp.textAt('secret')).codeAt(api.clock.now())
    assert.equal((await member.call('POST', `${path}/confirm`, { ...own, body: { code } })).status, 200)
    const mails = await api.store.read
      .selectFrom('notifications')
      .select('event')
      .where('target', '=', member.email)
      .execute()
    assert.equal(mails.length, 1)
    assert.match(JSON.stringify(mails), /The second factor was turned on\./)
    assert.doesNotMatch(JSON.stringify(mails), new RegExp(setUp.textAt('secret')))
  })
})

forOneEngine('an account that requires a second factor', (engine) => {
  const api = apiUnderTest(engine)
  const settings = '/v1/accounts/me/settings'
  const anyPath = '/v1/session/second-factor'

  test('is made so by somebody who has one, signs others out and has them set it up', async () => {
    await givePassword(api, api.ownerId)
    expectError(await api.call('PATCH', settings, { body: { requireSecondFactor: true } }), 409)
    await giveSecondFactor(api, api.ownerId)
    const member = await signedIn(api)
    await api.join(api.accountId, member.userId, 'READ_ONLY')
    const safe = await signedIn(api)
    await api.join(api.accountId, safe.userId, 'READ_ONLY')
    await giveSecondFactor(api, safe.userId)
    const stranger = await signedIn(api)
    const required = await api.call('PATCH', settings, { body: { requireSecondFactor: true } })
    assert.equal(required.at('requireSecondFactor'), true, required.text)
    expectError(await member.call('GET', '/v1/checks'), 401)
    assert.equal((await safe.call('GET', '/v1/checks')).status, 200)
    assert.equal((await stranger.call('GET', '/v1/session', own)).status, 200)

    const email = (await findUser(api.store.read, member.userId))?.email ?? ''
    const begun = await signIn(api, { email })
    assert.equal(begun.status, 202, begun.text)
    assert.equal(begun.at('next'), 'SET_UP_SECOND_FACTOR')
    const challenge = begun.textAt('challenge')
    const post = (what: string, body: object) => api.call('POST', anyPath + what, { ...anybody, body })
    expectError(await post('', { challenge, code: '000000' }), 401)
    // Two tabs: what the first one shows counts no more when the second has begun.
    const [first, second] = [await post('/set-up', { challenge }), await post('/set-up', { challenge })]
    const [stale, app] = [appOf(first.textAt('secret')), appOf(second.textAt('secret'))]
    const codeOf = (of: typeof app) => of.codeAt(api.clock.now())
    if (codeOf(stale) !== codeOf(app)) {
      expectError(await post('/confirm', { challenge, code: codeOf(stale) }), 401)
    }
    const confirmed = await post('/confirm', { challenge, code: codeOf(app) })
    assert.equal(confirmed.status, 200, confirmed.text)
    assert.match(confirmed.headers['set-cookie']?.[0] ?? '', /^sonde_session=/)
    assert.equal(confirmed.at('session.user.id'), member.userId)
    assert.ok(Array.isArray(confirmed.at('recoveryCodes')))
    // From now on the challenge of a password alone sets nothing up.
    expectInvalid(await post('/set-up', { challenge }), 'payload', ['challenge'])
    expectInvalid(await post('/confirm', { challenge, code: codeOf(app) }), 'payload', ['challenge'])
    assert.equal((await signIn(api, { email })).at('next'), 'SECOND_FACTOR')
  })

  test('does not let it be turned off', async () => {
    await givePassword(api, api.ownerId)
    const app = await giveSecondFactor(api, api.ownerId)
    const body = { currentPassword: password, code: app.codeAt(api.clock.now()) }
    const refused = await api.call('POST', `${path}/disable`, { body })
    expectError(refused, 409)
    assert.match(refused.textAt('message'), /Test account requires a second factor/)
  })

  test('takes nobody in by an invitation without one', async () => {
    const email = 'invited@example.net'
    const invite = await api.call('POST', '/v1/accounts/me/invites', { body: { email, role: 'READ_ONLY' } })
    const { pathname } = new URL(invite.textAt('url'))
    const joined = await api.call('POST', pathname, {
      ...anybody,
      payload: new URLSearchParams({ name: 'Ida', password }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    assert.equal(joined.status, 303, joined.text)
    assert.equal(joined.headers['set-cookie'], undefined)
    const step = new URLSearchParams(String(joined.headers['location']).split('#')[1])
    assert.equal(step.get('next'), 'SET_UP_SECOND_FACTOR')
    const body = { challenge: step.get('challenge') }
    assert.equal((await api.call('POST', `${anyPath}/set-up`, { ...anybody, body })).status, 200)
  })

  test('does not sign in by a set-up link past the second factor', async () => {
    await giveSecondFactor(api, api.ownerId)
    const token = await api.makeSetupToken(api.accountId, api.ownerId)
    const claimed = await api.call('POST', `/setup/${token}`, {
      ...anybody,
      payload: new URLSearchParams({ name: 'Olive', email: 'olive@example.net', password }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    assert.equal(claimed.status, 303, claimed.text)
    assert.equal(claimed.headers['set-cookie'], undefined)
    assert.match(String(claimed.headers['location']), /^\/sign-in#next=SECOND_FACTOR&/)
  })
})

forOneEngine('sessions of a member', (engine) => {
  const api = apiUnderTest(engine)

  test('are ended by an administrator; those of the owner by the owner alone', async () => {
    const member = await signedIn(api)
    await api.join(api.accountId, member.userId, 'READ_WRITE')
    const admin = await signedIn(api)
    await api.join(api.accountId, admin.userId, 'ADMIN')
    const sessionsOf = (userId: string) => `/v1/accounts/me/members/${userId}/sessions`
    expectError(await member.call('DELETE', sessionsOf(admin.userId)), 403)
    expectError(await admin.call('DELETE', sessionsOf(api.ownerId)), 403)
    const stranger = await signedIn(api)
    expectError(await admin.call('DELETE', sessionsOf(stranger.userId)), 404)
    assert.equal((await admin.call('DELETE', sessionsOf(member.userId))).status, 204)
    expectError(await member.call('GET', '/v1/session', own), 401)
    assert.equal((await admin.call('GET', '/v1/session', own)).status, 200)
    const log = await api.call('GET', `/v1/audit-log?entityType=MEMBER&entityId=${member.userId}`)
    assert.deepEqual(log.at('entries.0.changes'), [{ path: 'sessionsEnded', new: 1 }])
  })
})
