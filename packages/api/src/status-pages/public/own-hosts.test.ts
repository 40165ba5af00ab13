import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noteDomainCheck } from '@sonde/store/status-pages/status-page-domains.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../../testing/api-under-test.ts'
import { expectError } from '../../../testing/expect-refusal.ts'
import { cookieOf, visitorOf } from '../../../testing/public-pages.ts'
import { pageBody, statusPageCalls } from '../../../testing/status-pages.ts'

const statusPageDomain = 'status.example.org'

forOneEngine('hosts of status pages', (engine) => {
  const api = apiUnderTest(engine, { statusPageDomain })
  const { makeService, makePage } = statusPageCalls(api)
  const { open, send } = visitorOf(api)

  async function newPage(body: Record<string, unknown> = {}) {
    const page = await makePage([await makeService()], { name: 'Acme', ...body })
    const url = page.textAt('url')
    return { id: page.textAt('id'), url, host: `${url}.${statusPageDomain}` }
  }
  async function prove(pageId: string, domain: string): Promise<void> {
    const at = api.clock.now()
    await api.store.write((db) => noteDomainCheck(db, { pageId, domain, proof: 'PROVEN', problem: null, at }))
    await api.pageDomains.refresh()
  }

  test('below the domain for status pages show the page at the root, with links from there', async () => {
    const { url, host } = await newPage()
    for (const name of [host, host.toUpperCase(), `${host}:8443`, `${host}.`]) {
      const shown = await open('/', { host: name })
      assert.equal(shown.status, 200, name)
      assert.match(shown.text, /Payments/)
      assert.doesNotMatch(shown.text, new RegExp(`/status/${url}`))
      assert.doesNotMatch(shown.text, /8443/)
    }
    assert.match((await open(`/status/${url}`)).text, new RegExp(`/status/${url}/`))
    const feed = await open('/feed.atom', { host })
    assert.equal(feed.status, 200)
    // As the service itself: whatever ends TLS in front of it need not be trusted for that.
    assert.ok(feed.text.includes(`https://${host}/`), feed.text)
    assert.equal((await open('/summary.json?x=1', { host })).status, 200)
  })

  test('may not be framed; a public page on the service may, by the service itself', async () => {
    const { id, url, host } = await newPage()
    const framing = async (path: string, headers?: { host: string }) => {
      const shown = await open(path, headers)
      const policy = String(shown.headers['content-security-policy'])
      return [shown.headers['x-frame-options'], /frame-ancestors [^;]*/.exec(policy)?.[0]]
    }
    assert.deepEqual(await framing(`/status/${url}`), ['SAMEORIGIN', "frame-ancestors 'self'"])
    assert.deepEqual(await framing('/', { host }), ['DENY', "frame-ancestors 'none'"])
    await api.call('POST', `/v1/status-pages/${id}/password`)
    assert.deepEqual(await framing(`/status/${url}`), ['DENY', "frame-ancestors 'none'"])
  })

  test('answer nothing else of the service, whatever the path and the key', async () => {
    const { host } = await newPage()
    const paths = [
      '/v1/checks',
      '/health',
      '/metrics',
      '/openapi.json',
      '/docs',
      '/setup/x',
      '/status/x',
      '/ping/x',
    ]
    for (const path of [
      ...paths,
      '//v1/checks',
      '/../v1/checks',
      '/%2e%2e/%2e%2e/v1/checks',
      '/./../../health',
    ]) {
      const answer = await api.call('GET', path, { headers: { host } })
      assert.equal(answer.status, 404, `${path} ${answer.text}`)
      assert.match(String(answer.headers['content-type']), /^text\/html/)
    }
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const answer = await api.call(method, '/v1/checks', {
        headers: { host },
        ...(method === 'DELETE' ? {} : { body: {} }),
      })
      assert.equal(answer.status, 404, method)
    }
    assert.equal((await api.call('GET', '/v1/checks')).status, 200)
  })

  test('that belong to no page show none, and the domain itself is the service', async () => {
    for (const host of [
      `no-such-page.${statusPageDomain}`,
      `custom-domain.${statusPageDomain}`,
      `a.b.${statusPageDomain}`,
      `@.${statusPageDomain}`,
      `x_y.${statusPageDomain}`,
    ]) {
      for (const path of ['/', '/v1/checks', '/summary.json']) {
        assert.equal((await api.call('GET', path, { headers: { host } })).status, 404, host + path)
      }
    }
    assert.equal((await api.call('GET', '/v1/checks', { headers: { host: statusPageDomain } })).status, 200)
    for (const host of [`evil${statusPageDomain}`, `${statusPageDomain}.evil.example`, '', 'x'.repeat(300)]) {
      assert.equal((await api.call('GET', '/v1/checks', { headers: { host } })).status, 200, host)
    }
  })

  test('of the owner show the page once they are proven, and nothing before', async () => {
    const domain = 'status.acme.example'
    const { id, url } = await newPage({ customDomain: domain })
    const before = await api.call('GET', `/v1/status-pages/${id}`)
    assert.deepEqual(
      { ...(before.at('customDomainStatus') as object), txtValue: '' },
      {
        verifiedAt: null,
        lastCheckedAt: null,
        problem: null,
        txtName: `_sonde-challenge.${domain}`,
        txtValue: '',
        cnameTarget: `custom-domain.${statusPageDomain}`,
      },
    )
    await api.pageDomains.refresh()
    for (const path of ['/', '/?a=b', '/summary.json']) {
      assert.equal((await open(path, { host: domain })).status, 404)
    }
    // Anybody can claim a name under which others reach the service.
    assert.equal((await api.call('GET', '/v1/checks', { headers: { host: domain } })).status, 200)
    await prove(id, domain)
    const shown = await open('/', { host: `${domain}:443` })
    assert.equal(shown.status, 200)
    assert.match(shown.text, /Payments/)
    assert.equal((await open('/v1/checks', { host: domain })).status, 404)
    assert.equal((await open(`/status/@${domain}`)).status, 404)
    assert.notEqual(
      (await api.call('GET', `/v1/status-pages/${id}`)).at('customDomainStatus.verifiedAt'),
      null,
    )

    const same = pageBody({ url, customDomain: domain })
    await api.call('PUT', `/v1/status-pages/${id}`, { body: same })
    assert.equal((await open('/', { host: domain })).status, 200)
    await api.call('PUT', `/v1/status-pages/${id}`, {
      body: pageBody({ url, customDomain: 'other.acme.example' }),
    })
    assert.equal((await open('/', { host: domain })).status, 404)
    const moved = await api.call('GET', `/v1/status-pages/${id}`)
    assert.equal(moved.at('customDomainStatus.verifiedAt'), null)
  })

  test('a domain that strangers claim without proof is still to be had; a proven one is taken', async () => {
    const domain = 'status.contested.example'
    const user = await api.makeUser()
    const other = { key: user.key, account: await api.makeAccount(user.id) }
    const claimed = await makePage([], { customDomain: domain }, other)
    const { id } = await newPage({ customDomain: domain })
    const tokens = [
      await api.call('GET', `/v1/status-pages/${claimed.textAt('id')}`, other),
      await api.call('GET', `/v1/status-pages/${id}`),
    ]
    assert.notEqual(
      tokens[0]?.at('customDomainStatus.txtValue'),
      tokens[1]?.at('customDomainStatus.txtValue'),
    )
    await prove(id, domain)
    const refused = await api.call('POST', '/v1/status-pages', {
      ...other,
      body: pageBody({ customDomain: domain }),
    })
    expectError(refused, 409)
    await assert.rejects(prove(claimed.textAt('id'), domain))
    const found = await open('/summary.json', { host: domain })
    assert.equal(found.status, 200)

    // Once the proof of the first is gone, whoever has one takes the domain over.
    const at = api.clock.now()
    await api.store.write((db) =>
      noteDomainCheck(db, { pageId: id, domain, proof: 'MISSING', problem: 'gone', at }),
    )
    assert.equal((await open('/', { host: domain })).status, 200)
    assert.equal((await api.call('GET', `/v1/status-pages/${id}`)).at('customDomainStatus.problem'), 'gone')
    await prove(claimed.textAt('id'), domain)
    assert.equal((await api.call('GET', `/v1/status-pages/${id}`)).at('customDomainStatus.verifiedAt'), null)
  })

  test('keep their sessions to themselves', async () => {
    const { id, url, host } = await newPage()
    const password = (await api.call('POST', `/v1/status-pages/${id}/password`)).textAt('password')
    const login = await open('/', { host })
    assert.equal(login.status, 401)
    assert.match(login.text, /action="\/login"/)
    const entered = await send('/login', { password }, { headers: { host, origin: `http://${host}` } })
    assert.equal(entered.status, 303, entered.text)
    assert.equal(entered.headers['location'], '/')
    assert.match(entered.headers['set-cookie']?.[0] ?? '', /; Path=\/; /)
    assert.doesNotMatch(entered.headers['set-cookie']?.[0] ?? '', /domain/i)
    assert.equal((await open('/', { host, cookie: cookieOf(entered) })).status, 200)
    const strange = { host, origin: `http://other.${statusPageDomain}` }
    assert.equal((await send('/login', { password }, { headers: strange })).status, 403)
    assert.equal((await open(`/status/${url}`)).status, 401)
  })

  test('are not believed from X-Forwarded-Host without a proxy', async () => {
    const { host } = await newPage()
    const answer = await api.call('GET', '/v1/checks', { headers: { 'x-forwarded-host': host } })
    assert.equal(answer.status, 200)
    expectError(await open('/summary.json', { 'x-forwarded-host': host }), 404)
  })
})

forOneEngine('hosts of status pages behind a proxy', (engine) => {
  const api = apiUnderTest(engine, { statusPageDomain, trustProxy: ['127.0.0.1'] })
  const { makeService, makePage } = statusPageCalls(api)
  const { open } = visitorOf(api)

  test('are what the proxy says', async () => {
    const host = `${(await makePage([await makeService()])).textAt('url')}.${statusPageDomain}`
    const shown = await open('/', { 'x-forwarded-host': host, 'x-forwarded-proto': 'https' })
    assert.equal(shown.status, 200)
    const feed = await open('/feed.rss', { 'x-forwarded-host': host, 'x-forwarded-proto': 'https' })
    assert.ok(feed.text.includes(`https://${host}`), feed.text)
    const appended = await open('/summary.json', { 'x-forwarded-host': `${host}, sonde.example.net` })
    assert.equal(appended.status, 404)
  })
})
