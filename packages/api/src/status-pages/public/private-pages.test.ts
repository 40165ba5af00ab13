import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs } from '@sonde/ground/durations.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { updateUser } from '@sonde/store/accounts/users.ts'
import { apiUnderTest } from '../../../testing/api-under-test.ts'
import { expectError } from '../../../testing/expect-refusal.ts'
import { cookieOf, visitorOf } from '../../../testing/public-pages.ts'
import { statusPageCalls } from '../../../testing/status-pages.ts'
import { hashPassword } from '@sonde/actions/users/password.ts'

forOneEngine('private status pages', (engine) => {
  const api = apiUnderTest(engine, { trustProxy: ['127.0.0.1'] })
  const { makeService, makePage } = statusPageCalls(api)
  const { open, send } = visitorOf(api)
  let visitors = 0
  /** Tries are counted by address: each of these is another one. */
  const visitor = () => {
    visitors += 1
    return { 'x-forwarded-for': `127.1.${Math.floor(visitors / 250)}.${(visitors % 250) + 1}` }
  }

  async function privatePage(): Promise<{ id: string; home: string; password: string }> {
    const page = await makePage([await makeService()], { name: 'Inner <circle>' })
    const id = page.textAt('id')
    return { id, home: `/status/${page.textAt('url')}`, password: await newPassword(id) }
  }
  async function newPassword(id: string): Promise<string> {
    const made = await api.call('POST', `/v1/status-pages/${id}/password`)
    assert.equal(made.status, 201, made.text)
    return made.textAt('password')
  }
  const signIn = (
    home: string,
    fields: Record<string, string>,
    headers: Record<string, string> = visitor(),
  ) => send(`${home}/login`, fields, { headers })

  test('SA 44: show a login, 401 and 404 without a session; a new password ends the sessions of the old', async () => {
    const { id, home, password } = await privatePage()
    for (const path of [home, `${home}/`, `${home}/history`, `${home}/incidents/1`, `${home}/nothing`]) {
      const login = await open(path)
      assert.equal(login.status, 401, path)
      assert.match(login.text, /This page is private/)
      assert.match(login.text, /<title>Private page<\/title>/)
      assert.doesNotMatch(login.text, /Payments|Inner/, 'not even its name')
      assert.equal(login.headers['cache-control'], 'no-store')
    }
    expectError(await open(`${home}/summary.json`), 401)
    for (const feed of ['feed.rss', 'feed.atom', 'slack.rss']) expectError(await open(`${home}/${feed}`), 404)
    assert.equal((await send(`${home}/subscribe`, { email: 'a@example.net' })).status, 401)

    const entered = await signIn(home, { password })
    assert.equal(entered.status, 303, entered.text)
    assert.equal(entered.headers['location'], home)
    const set = entered.headers['set-cookie']?.[0] ?? ''
    assert.match(set, new RegExp(`; Path=${home}; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$`))
    const cookie = cookieOf(entered)
    const page = await open(home, { cookie })
    assert.equal(page.status, 200)
    assert.match(page.text, /Payments/)
    assert.match(String(page.headers['cache-control']), /no-store/)
    assert.equal((await open(`${home}/summary.json`, { cookie })).status, 200)
    expectError(await open(`${home}/summary.json`, { cookie: `${cookie}x` }), 401)

    const next = await newPassword(id)
    assert.notEqual(next, password)
    assert.equal((await open(home, { cookie })).status, 401)
    assert.equal((await signIn(home, { password })).status, 401)
    assert.equal((await signIn(home, { password: next })).status, 303)
  })

  test('are told by the API with a masked key; switching off deletes the password', async () => {
    const { id, home, password } = await privatePage()
    const cookie = cookieOf(await signIn(home, { password }))
    const shown = await api.call('GET', `/v1/status-pages/${id}`)
    assert.equal(shown.at('isPrivate'), true)
    assert.equal(shown.at('keys.0.maskedKey'), `...${password.slice(-4)}`)
    assert.match(password, /^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/)
    assert.ok(!shown.text.includes(password))
    const path = `/v1/status-pages/${id}/password`
    const key = await api.makeServiceKey(api.accountId, 'READ_RUN')
    expectError(await api.call('POST', path, { key }), 403)
    expectError(await api.call('DELETE', path, { key }), 403)
    const user = await api.makeUser()
    const other = { key: user.key, account: await api.makeAccount(user.id) }
    expectError(await api.call('POST', path, other), 404)
    expectError(await api.call('DELETE', path, other), 404)

    assert.equal((await api.call('DELETE', path)).status, 204)
    expectError(await api.call('DELETE', path), 404)
    assert.equal((await open(home)).status, 200)
    assert.equal((await api.call('GET', `/v1/status-pages/${id}`)).at('isPrivate'), false)
    const stored = await api.store.read
      .selectFrom('status_page_passwords')
      .selectAll()
      .where('page_id', '=', id)
      .execute()
    assert.deepEqual(stored, [])
    await newPassword(id)
    assert.equal((await open(home, { cookie })).status, 401)
  })

  test('do not open by the cookie of another page, of a page that was renamed, or after 30 days', async () => {
    const [a, b] = [await privatePage(), await privatePage()]
    const cookie = cookieOf(await signIn(a.home, { password: a.password }))
    assert.equal((await open(a.home, { cookie })).status, 200)
    assert.equal((await open(b.home, { cookie })).status, 401)
    assert.equal((await signIn(b.home, { password: a.password })).status, 401)
    api.clock.advance(30 * dayMs - 60_000)
    assert.equal((await open(a.home, { cookie })).status, 200)
    api.clock.advance(61_000)
    assert.equal((await open(a.home, { cookie })).status, 401)
    for (const forged of [
      'sonde_visitor=',
      'sonde_visitor=x',
      `sonde_visitor=${Date.now()}.${'A'.repeat(43)}`,
    ]) {
      assert.equal((await open(a.home, { cookie: forged })).status, 401)
    }
  })

  test('open for members of their account by e-mail and password, and for nobody else', async () => {
    const { home } = await privatePage()
    const passwordHash = await hashPassword('correct horse')
    const people = { member: 'member@example.org', stranger: 'stranger@example.org' }
    for (const [role, email] of Object.entries(people)) {
      const { id } = await api.makeUser({ email })
      await api.store.write((db) => updateUser(db, { id, passwordHash, updatedAt: 1 }))
      if (role === 'member') await api.join(api.accountId, id, 'READ_ONLY')
    }
    const attempt = (email: string, password: string) => signIn(home, { email, password })
    assert.equal((await attempt(people.member, 'wrong')).status, 401)
    assert.equal((await attempt(people.stranger, 'correct horse')).status, 401)
    assert.equal((await attempt('nobody@example.org', 'correct horse')).status, 401)
    const entered = await attempt('Member@example.org', 'correct horse')
    assert.equal(entered.status, 303)
    assert.equal((await open(home, { cookie: cookieOf(entered) })).status, 200)
  })

  test('refuse the eleventh wrong password of a visitor in 15 minutes, also the right one, and nobody else', async () => {
    const { home, password } = await privatePage()
    const guesser = visitor()
    for (let n = 0; n < 10; n += 1) {
      assert.equal((await signIn(home, { password: `guess ${n}` }, guesser)).status, 401)
    }
    const refused = await signIn(home, { password }, guesser)
    assert.equal(refused.status, 429)
    assert.match(refused.text, /Too many wrong passwords/)
    assert.ok(Number(refused.headers['retry-after']) <= 900)
    assert.equal((await signIn(home, { password })).status, 303)
    api.clock.advance(15 * 60 * 1000)
    assert.equal((await signIn(home, { password }, guesser)).status, 303)
  })

  test('let in any number of visitors who are right at once, and no more wrong ones than one by one', async () => {
    const { home, password } = await privatePage()
    const office = visitor()
    const right = await Promise.all(Array.from({ length: 20 }, () => signIn(home, { password }, office)))
    assert.deepEqual(
      right.map(({ status }) => status),
      right.map(() => 303),
    )
    const guesser = visitor()
    const wrong = await Promise.all(
      Array.from({ length: 20 }, (_, n) => signIn(home, { password: `guess ${n}` }, guesser)),
    )
    assert.equal(wrong.filter(({ status }) => status === 401).length, 10)
    assert.equal(wrong.filter(({ status }) => status === 429).length, 10)
  })

  test('send who opens the address of a form to the page, and take nothing but forms there', async () => {
    const { home } = await privatePage()
    for (const form of ['subscribe', 'login', 'logout', 'login/']) {
      const opened = await open(`${home}/${form}`)
      assert.equal(opened.status, 303, form)
      assert.equal(opened.headers['location'], home)
      assert.equal((await open(`/status/no-such-page/${form}`)).status, 404)
    }
    for (const form of ['subscribe', 'login', 'logout']) {
      const json = { headers: { 'content-type': 'application/json' } }
      const refused = await send(`${home}/${form}`, '{}', json)
      expectError(refused, 415)
      assert.match(refused.textAt('message'), /must be a form/)
    }
  })

  test('take forms of their own page only, and sign out', async () => {
    const { home, password } = await privatePage()
    const strange = { ...visitor(), origin: 'https://evil.example' }
    assert.equal((await signIn(home, { password }, strange)).status, 403)
    const entered = await signIn(home, { password }, { ...visitor(), 'x-forwarded-proto': 'https' })
    assert.match(entered.headers['set-cookie']?.[0] ?? '', /; Secure$/)
    const out = await send(`${home}/logout`, '', { headers: { cookie: cookieOf(entered) } })
    assert.equal(out.status, 303)
    assert.match(out.headers['set-cookie']?.[0] ?? '', new RegExp(`^sonde_visitor=; Path=${home}; Max-Age=0`))
    const crossed = { cookie: cookieOf(entered), origin: 'https://evil.example' }
    assert.equal((await send(`${home}/logout`, '', { headers: crossed })).status, 403)
    assert.equal((await send(`${home}/login`, `password=${'a'.repeat(20_000)}`)).status, 413)
    assert.equal((await signIn(home, { password: 'a'.repeat(2_000) })).status, 401)
  })

  test('leave a trace in the audit log that does not show the password', async () => {
    const { id, password } = await privatePage()
    await newPassword(id)
    await api.call('DELETE', `/v1/status-pages/${id}/password`)
    const rows = await api.store.read
      .selectFrom('audit_log')
      .select(['action', 'changes'])
      .where('entity_type', '=', 'STATUS_PAGE_PASSWORD')
      .where('entity_id', '=', id)
      .orderBy('id')
      .execute()
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['CREATE', 'UPDATE', 'DELETE'],
    )
    assert.ok(!JSON.stringify(rows).includes(password))
  })
})
