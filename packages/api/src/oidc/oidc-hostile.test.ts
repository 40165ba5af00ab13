import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { oidcUnderTest } from '../../testing/oidc-under-test.ts'

forOneEngine('signing in by an identity provider, in spite of others', (engine) => {
  const oidc = oidcUnderTest(engine)
  const { api, withRules, finish, begin, enter, locationOf, sessionOf, expectProblem, who, somebody } = oidc

  test('never takes over a user by an address that the provider does not vouch for', async () => {
    withRules({ linksByEmail: true, defaultRole: 'ADMIN' })
    for (const claims of [
      { email_verified: false },
      { email_verified: undefined },
      { email_verified: 'yes' },
    ]) {
      expectProblem(await enter(somebody({ email: 'olive@example.net', ...claims })), 'email-unverified')
    }
    expectProblem(await enter({ sub: 'no-address' }), 'email-unverified')
  })

  test('is finished by the browser that began it, once and in time', async () => {
    withRules({ defaultRole: 'READ_ONLY' })
    const { cookie, search } = await begin(somebody())
    expectProblem(await finish('', search), 'expired')
    expectProblem(await finish((await begin(somebody())).cookie, search), 'expired')
    expectProblem(await finish(cookie, search.replace(/state=[^&]+/, 'state=wrong')), 'expired')
    expectProblem(await finish(cookie, ''), 'expired')
    const done = await finish(cookie, search)
    await who(done)
    assert.ok(done.headers['set-cookie']?.some((text) => /^sonde_oidc_[\w-]+=; .*Max-Age=0/.test(text)))
    expectProblem(await finish(cookie, search), 'provider-refused')
    const late = await begin(somebody())
    api.clock.advance(10 * 60_000)
    expectProblem(await finish(late.cookie, late.search), 'expired')
  })

  test('goes on in two tabs at once', async () => {
    withRules({ defaultRole: 'READ_ONLY' })
    const [first, second] = [await begin(somebody()), await begin(somebody())]
    const cookie = `${first.cookie}; ${second.cookie}`
    await who(await finish(cookie, first.search))
    await who(await finish(cookie, second.search))
  })

  test('refuses what was meant for another sign-in: code, nonce, verifier, issuer', async () => {
    withRules({ defaultRole: 'READ_ONLY' })
    const [mine, theirs] = [await begin(somebody()), await begin(somebody())]
    const codeOf = (search: string) => new URLSearchParams(search).get('code') ?? ''
    expectProblem(
      await finish(mine.cookie, mine.search.replace(codeOf(mine.search), codeOf(theirs.search))),
      'provider-refused',
    )

    for (const field of ['nonce', 'verifier']) {
      const { cookie, search } = await begin(somebody())
      const context = `sign-in by a provider ${new URLSearchParams(search).get('state')}`
      const [name = '', sealed = ''] = cookie.split('=')
      const content = JSON.parse(api.store.sealer.open(sealed, context)) as Record<string, unknown>
      const other = api.store.sealer.seal(JSON.stringify({ ...content, [field]: 'x'.repeat(43) }), context)
      expectProblem(await finish(`${name}=${other}`, search), 'provider-refused')
    }
    const { cookie, search } = await begin(somebody())
    const issuer = encodeURIComponent('https://evil.example')
    assert.match(search, /iss=/)
    expectProblem(await finish(cookie, search.replace(/iss=[^&]+/, `iss=${issuer}`)), 'provider-refused')
    assert.ok(api.logged.some((line) => line.startsWith('sign-in with the identity provider failed')))
  })

  test('says that the provider has refused', async () => {
    const { cookie, search } = await begin(somebody())
    const state = new URLSearchParams(search).get('state')
    const answer = `?error=access_denied&state=${state}&iss=${encodeURIComponent(oidc.provider.issuer)}`
    expectProblem(await finish(cookie, answer), 'provider-refused')
  })

  test('leads afterwards to this site and to no other', async () => {
    withRules({ defaultRole: 'READ_ONLY' })
    const person = somebody()
    const kept = ['/', '/accounts/x/checks?a=b', '/a%2F%2Fevil.example']
    for (const next of kept) {
      assert.equal(locationOf(await enter(person, `?next=${encodeURIComponent(next)}`)), next)
    }
    const evil = [
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      'https://evil.example',
      '\\\\evil',
      '',
      'javascript:1',
      '/a\r\nset-cookie: x=1',
      '/a\\..\\..\\/evil',
      `/${'a'.repeat(2001)}`,
    ]
    for (const next of evil) {
      assert.equal(
        locationOf(await enter(person, `?next=${encodeURIComponent(next)}`)),
        '/',
        JSON.stringify(next),
      )
    }
  })

  test('makes one user of somebody who comes twice at the same time', async () => {
    withRules({ defaultRole: 'READ_ONLY' })
    const person = somebody()
    const [first, second] = [await begin(person), await begin(person)]
    const answers = await Promise.all([
      finish(first.cookie, first.search),
      finish(second.cookie, second.search),
    ])
    assert.ok(answers.some((answer) => sessionOf(answer) !== ''))
    for (const answer of answers) assert.equal(answer.status, 303)
    const users = await api.store.read
      .selectFrom('users')
      .select('id')
      .where('email', '=', person.email)
      .execute()
    assert.equal(users.length, 1)
  })
})
