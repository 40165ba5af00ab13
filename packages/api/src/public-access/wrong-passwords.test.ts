import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { anybody, makeDashboard } from '../../testing/make-dashboard.ts'
import { visitorOf } from '../../testing/public-pages.ts'
import { givePassword, password as ownPassword, signedIn } from '../../testing/sign-in.ts'
import { statusPageCalls } from '../../testing/status-pages.ts'
import { isAtHome } from './at-home.ts'

forOneEngine('wrong passwords', (engine) => {
  const api = apiUnderTest(engine, { trustProxy: ['127.0.0.1'] })
  const { makePage, makeService } = statusPageCalls(api)
  const { send } = visitorOf(api)

  test('count together for an address, at the sign-in, at private pages and at dashboards', async () => {
    await givePassword(api, api.ownerId)
    const page = await makePage([await makeService()])
    const home = `/status/${page.textAt('url')}`
    await api.call('POST', `/v1/status-pages/${page.textAt('id')}/password`)
    const dashboard = await makeDashboard(api, { isPrivate: true })
    const email = 'olive@example.net'

    const forms = (headers: Record<string, string>, password: string) => [
      () => api.call('POST', '/v1/session', { ...anybody, body: { email, password }, headers }),
      () => send(`${home}/login`, { password }, { headers }),
      () => send(`${home}/login`, { email, password }, { headers }),
      () => send(`${dashboard.path}/sign-in`, { password }, { headers }),
      () => send(`${dashboard.path}/sign-in`, { email, password }, { headers }),
      () =>
        api.call('GET', `/v1/dashboards/${dashboard.id}`, {
          key: password.replaceAll(' ', '-'),
          account: null,
          headers,
        }),
    ]
    const guesser = { 'x-forwarded-for': '192.0.2.1' }
    const guesses = forms(guesser, 'wrong-wrong-wrong')
    for (const guess of [...guesses, ...guesses].slice(0, 10)) assert.equal((await guess()).status, 401)
    for (const attempt of [...guesses, ...forms(guesser, ownPassword)]) {
      const answer = await attempt()
      assert.equal(answer.status, 429, answer.text)
      assert.ok(Number(answer.headers['retry-after']) > 600)
    }
    const elsewhere = forms({ 'x-forwarded-for': '192.0.2.2' }, ownPassword)
    assert.equal((await elsewhere[0]?.())?.status, 200)
  })

  test('a user is at home in the networks in which a session goes on', async () => {
    const email = 'anna@example.net'
    const { id } = await api.makeUser({ email })
    await givePassword(api, id)
    const isHome = (ip: string) => isAtHome(api, { ip, email })
    assert.equal(await isHome('2001:db8:5:1::7'), false)
    const browser = await signedIn(api, { email, headers: { 'x-forwarded-for': '2001:db8:5:1::7' } })
    assert.deepEqual(
      [await isHome('2001:db8:5:1::8'), await isHome('2001:db8:5:2::7'), await isHome('192.0.2.9')],
      [true, false, false],
    )
    assert.equal((await browser.call('DELETE', '/v1/session', { account: null })).status, 204)
    assert.equal(await isHome('2001:db8:5:1::7'), false)
  })
})
