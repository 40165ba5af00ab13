import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hourMs } from '@sonde/ground/durations.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { updateUser } from '@sonde/store/accounts/users.ts'
import { apiUnderTest } from '../../../testing/api-under-test.ts'
import { anybody, makeDashboard } from '../../../testing/make-dashboard.ts'
import { hashPassword } from '@sonde/actions/users/password.ts'

forOneEngine('private dashboards', (engine) => {
  const api = apiUnderTest(engine, { dashboardDomain: 'dash.example.com' })
  const setUp = (body: object = {}) => makeDashboard(api, body)

  test('a private one asks for its password, keeps the visitor signed in, and lets go again', async () => {
    const { path, rawKey, show, put } = await setUp({ isPrivate: true, header: 'Secret <shop>' })
    const closed = await show()
    assert.equal(closed.status, 401)
    assert.doesNotMatch(closed.text, /Secret|shop/)
    const signIn = (fields: Record<string, string>, headers = {}) =>
      api.call('POST', `${path}/sign-in`, {
        ...anybody,
        payload: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      })
    const wrong = await signIn({ password: 'wrong' })
    assert.equal(wrong.status, 401)
    assert.match(wrong.text, /Wrong password/)
    const foreign = await signIn({ password: String(rawKey) }, { origin: 'https://evil.example.com' })
    assert.equal(foreign.status, 403)
    const right = await signIn({ password: String(rawKey) })
    assert.equal(right.status, 303)
    assert.equal(right.headers.location, path)
    const cookie = String(right.headers['set-cookie'])
    assert.match(cookie, new RegExp(`Path=${path}; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$`))
    const headers = { cookie: cookie.split(';')[0] ?? '' }
    const open = await show('', { headers })
    assert.equal(open.status, 200)
    assert.equal(open.headers['cache-control'], 'no-store')
    assert.match(open.text, /sign-out/)

    const other = await setUp({ isPrivate: true })
    assert.equal((await other.show('', { headers })).status, 401)
    api.clock.advance(30 * 24 * hourMs)
    assert.equal((await show('', { headers })).status, 401)
    const again =
      String((await signIn({ password: String(rawKey) })).headers['set-cookie']).split(';')[0] ?? ''
    assert.equal((await show('', { headers: { cookie: again } })).status, 200)
    await put({ isPrivate: false })
    await put({ isPrivate: true })
    assert.equal((await show('', { headers: { cookie: again } })).status, 401)
    const out = await api.call('POST', `${path}/sign-out`, { ...anybody, headers })
    assert.match(String(out.headers['set-cookie']), /Max-Age=0/)
  })

  test('a member of the account signs in, and nobody else', async () => {
    const { account, path } = await setUp({ isPrivate: true })
    const email = `m-${account}@example.net`
    const member = await api.makeUser({ email })
    const passwordHash = await hashPassword('a long password')
    await api.store.write((db) => updateUser(db, { id: member.id, passwordHash, updatedAt: 1 }))
    const signIn = () =>
      api.call('POST', `${path}/sign-in`, {
        ...anybody,
        payload: new URLSearchParams({ email: email.toUpperCase(), password: 'a long password' }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    assert.equal((await signIn()).status, 401)
    await api.join(account, member.id, 'READ_ONLY')
    assert.equal((await signIn()).status, 303)
  })

  test('ten wrong passwords in 15 minutes, and the form is closed', async () => {
    const { path, rawKey } = await setUp({ isPrivate: true })
    // What the tests before have guessed counts too.
    api.clock.advance(hourMs)
    const signIn = (password: string) =>
      api.call('POST', `${path}/sign-in`, {
        ...anybody,
        payload: `password=${password}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    const statuses = await Promise.all(Array.from({ length: 12 }, () => signIn('wrong')))
    assert.equal(statuses.filter(({ status }) => status === 401).length, 10)
    const closed = await signIn(String(rawKey))
    assert.equal(closed.status, 429)
    assert.ok(Number(closed.headers['retry-after']) > 0)
  })
})
