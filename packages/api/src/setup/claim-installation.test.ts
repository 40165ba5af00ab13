import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs } from '@sonde/ground/durations.ts'
import { findUser } from '@sonde/store/accounts/users.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError } from '../../testing/expect-refusal.ts'
import { cookieOf, signedIn } from '../../testing/sign-in.ts'
import { isPassword } from '@sonde/actions/users/password.ts'

const anybody = { key: null, account: null }
const claim = { name: 'Nora', email: 'nora@example.net', password: 'correct horse battery' }

forEachEngine('the set-up address', (engine) => {
  const api = apiUnderTest(engine)

  async function makeLink() {
    const user = await api.makeUser({ name: null })
    const account = await api.makeAccount(user.id)
    return { path: `/setup/${await api.makeSetupToken(account, user.id)}`, user }
  }

  const show = (path: string, afterMs = 150) => api.call('GET', path, { ...anybody, afterMs })
  const post = (path: string, fields: Record<string, string>, afterMs = 150) =>
    api.call('POST', path, {
      ...anybody,
      afterMs,
      payload: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })

  test('shows a form that runs no script and asks for a password', async () => {
    const { path } = await makeLink()
    const page = await show(path)
    assert.equal(page.status, 200)
    assert.equal(page.headers['content-type'], 'text/html; charset=utf-8')
    for (const name of ['name', 'email', 'password'])
      assert.match(page.text, new RegExp(`<input id="${name}"`))
    assert.match(page.text, /<form method="post">/)
    const policy = String(page.headers['content-security-policy'])
    assert.match(policy, /default-src 'none'/)
    assert.doesNotMatch(policy, /unsafe|script-src/)
    assert.equal(page.headers['cache-control'], 'no-store')
    assert.equal(page.headers['referrer-policy'], 'no-referrer')
  })

  test('makes the caller owner, exactly once', async () => {
    const { path, user } = await makeLink()
    const claimed = await post(path, claim)
    assert.equal(claimed.status, 303, claimed.text)
    assert.equal(claimed.headers.location, '/')
    const owner = await findUser(api.store.read, user.id)
    assert.ok(owner)
    assert.deepEqual([owner.name, owner.email], ['Nora', 'nora@example.net'])
    assert.ok(owner.passwordHash !== null && !owner.passwordHash.includes(claim.password))
    assert.equal(await isPassword(claim.password, owner.passwordHash), true)
    assert.equal(await isPassword('another password', owner.passwordHash), false)
    assert.equal((await api.call('GET', '/v1/accounts', { key: user.key, account: null })).status, 200)

    assert.equal((await show(path)).status, 404)
    assert.equal((await post(path, { ...claim, name: 'Mallory', email: 'm@example.net' })).status, 404)
    assert.equal((await findUser(api.store.read, user.id))?.name, 'Nora')
  })

  test('lets one of many who come at once through', async () => {
    const { path, user } = await makeLink()
    const claims = Array.from({ length: 5 }, (_, index) => ({ ...claim, email: `racer${index}@example.net` }))
    const answers = await Promise.all(claims.map((fields) => post(path, fields)))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [303, 404, 404, 404, 404])
    const winner = answers.findIndex(({ status }) => status === 303)
    assert.equal((await findUser(api.store.read, user.id))?.email, `racer${winner}@example.net`)
  })

  test('works for 24 hours and not longer', async () => {
    const { path } = await makeLink()
    assert.equal((await show(path, dayMs - 1)).status, 200)
    const expired = await show(path, 1)
    assert.equal(expired.status, 404)
    assert.match(expired.text, /is no longer valid/)
    assert.match(expired.text, /npx sonde setup-link/)
    assert.equal((await post(path, { ...claim, email: 'late@example.net' })).status, 404)
  })

  test('with a wrong token shows nothing', async () => {
    for (const token of ['x', '0'.repeat(64), '%00', '..%2f']) {
      const page = await show(`/setup/${token}`)
      assert.equal(page.status, 404, token)
    }
  })

  const mistakes: [string, Record<string, string>, RegExp][] = [
    ['a short password', { ...claim, password: 'short' }, /Password must have at least 12 characters/],
    ['a long password', { ...claim, password: 'p'.repeat(201) }, /Password must have at most 200 characters/],
    ['no e-mail address', { ...claim, email: 'nora' }, /E-mail must be an e-mail address/],
    ['no name', { ...claim, name: '  ' }, /Your name must not be empty/],
    ['nothing', {}, /Your name must not be empty/],
  ]
  for (const [what, fields, says] of mistakes) {
    test(`asks again after ${what}, and stays good`, async () => {
      const { path, user } = await makeLink()
      const answer = await post(path, fields)
      assert.equal(answer.status, 400)
      assert.match(answer.text, says)
      assert.match(answer.text, /aria-invalid="true"/)
      assert.ok(!answer.text.includes('value="short"'))
      assert.equal((await findUser(api.store.read, user.id))?.passwordHash, null)
      assert.equal((await show(path)).status, 200)
    })
  }

  test('escapes what it shows again', async () => {
    const { path } = await makeLink()
    const answer = await post(path, { ...claim, name: '"><script>alert(1)</script>', email: "'<b>&" })
    assert.equal(answer.status, 400)
    assert.doesNotMatch(answer.text, /<script>|<b>/)
    assert.match(answer.text, /&lt;script&gt;/)
  })

  test('signs the new owner in, and ends every session from before', async () => {
    const { path, user } = await makeLink()
    const earlier = await signedIn(api)
    await api.store.write((db) =>
      db
        .updateTable('web_sessions')
        .set({ user_id: user.id })
        .where('user_id', '=', earlier.userId)
        .execute(),
    )
    const answer = await post(path, { ...claim, email: 'signed@example.net' })
    assert.equal(answer.status, 303, answer.text)
    const shown = await api.call('GET', '/v1/session', { ...anybody, headers: { cookie: cookieOf(answer) } })
    assert.equal(shown.at('user.email'), 'signed@example.net')
    expectError(await earlier.call('GET', '/v1/session', { account: null }), 401)
  })

  test('refuses the address of another user, and stays good', async () => {
    await api.makeUser({ email: 'taken@example.net' })
    const { path } = await makeLink()
    const answer = await post(path, { ...claim, email: 'Taken@example.net' })
    assert.equal(answer.status, 400)
    assert.match(answer.text, /belongs to another user/)
    assert.equal((await post(path, { ...claim, email: 'free@example.net' })).status, 303)
  })

  test('refuses a form that is too large, and other forms of body', async () => {
    const { path } = await makeLink()
    expectError(await post(path, { ...claim, name: 'n'.repeat(20_000) }), 413)
    const options = { ...anybody, payload: 'x', headers: { 'content-type': 'text/plain' } }
    expectError(await api.call('POST', path, options), 415)
    const json = await api.call('POST', path, { ...anybody, body: claim })
    expectError(json, 415)
    assert.equal((await show(path)).status, 200)
  })
})
