import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest, type CallOptions } from '../../../testing/api-under-test.ts'
import { anybody, makeDashboard } from '../../../testing/make-dashboard.ts'

forOneEngine('addresses of dashboards', (engine) => {
  const api = apiUnderTest(engine, { dashboardDomain: 'dash.example.com' })
  const setUp = (body: object = {}) => makeDashboard(api, body)

  test('an address with a slash too many, and those of forms, lead to the page', async () => {
    const { path, show, put } = await setUp()
    for (const [asked, location] of [
      ['/', path],
      ['/?page=2&range=7d', `${path}?page=2&range=7d`],
      ['/sign-in', path],
      ['/sign-out', path],
    ] as const) {
      const answer = await show(asked)
      assert.deepEqual([answer.status, answer.headers.location], [303, location], asked)
    }
    for (const isPrivate of [false, true]) {
      await put({ isPrivate })
      for (const asked of ['/nothing', '//', '/sign-in/', '/incidents', '/incidents/x', '/%00']) {
        const answer = await show(asked)
        assert.equal(answer.status, 404, asked)
        assert.match(answer.text, /<h1>Page not found/)
      }
    }
    const nowhere = await api.call('GET', '/dashboards/nothing/', anybody)
    assert.match(nowhere.text, /Dashboard not found/)
  })

  test('its own host shows it at the root, and nothing else of the service', async () => {
    const { customUrl, rawKey, put } = await setUp({ customUrl: `h-${Date.now()}-${engine.name.length}` })
    const host = `${customUrl}.dash.example.com`
    const at = (path: string, options: CallOptions = {}) =>
      api.call('GET', path, { ...anybody, ...options, headers: { host, ...options.headers } })
    assert.equal(rawKey, undefined)
    assert.equal((await at('/')).status, 200)
    assert.equal((await at('/?range=7d')).status, 200)
    for (const path of ['/v1/checks', '/openapi.json', '/health', '/docs', '/setup/x']) {
      assert.equal((await at(path, { key: api.ownerKey, account: api.accountId })).status, 404, path)
    }
    const unknown = await at('/', { headers: { host: 'unknown.dash.example.com' } })
    assert.equal(unknown.status, 404)
    assert.match(unknown.text, /Dashboard not found/)
    assert.equal((await at('/v1/locations', { headers: { host: 'dash.example.com' } })).status, 200)
    const password = (await put({ isPrivate: true })).textAt('keys.0.rawKey')
    assert.match((await at('/')).text, /action="\/sign-in"/)
    const signedIn = await api.call('POST', '/sign-in', {
      ...anybody,
      payload: `password=${password}`,
      headers: { host, 'content-type': 'application/x-www-form-urlencoded', origin: `http://${host}` },
    })
    assert.equal(signedIn.status, 303)
    assert.equal(signedIn.headers.location, '/')
    assert.match(String(signedIn.headers['set-cookie']), /Path=\/;/)
  })

  test('what is no dashboard is a page that says so', async () => {
    for (const name of ['nothing', '%00', '~nothing', `${'a'.repeat(64)}`, '..%2f']) {
      const answer = await api.call('GET', `/dashboards/${name}`, anybody)
      assert.equal(answer.status, 404, name)
      assert.match(answer.text, /Dashboard not found/)
    }
  })
})
