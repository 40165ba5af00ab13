import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { isRecord } from '@sonde/ground/is-record.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { cardOf, pageBody, statusPageCalls } from '../../testing/status-pages.ts'

const path = '/v1/status-pages'

const colorNames = [
  'bodyBackgroundColor',
  'headerBackgroundColor',
  'headerFontColor',
  'titleFontColor',
  'bodyFontColor',
  'bodyFontColorMuted',
  'navigationFontColor',
  'linkFontColor',
  'cardBackgroundColor',
  'borderColor',
  'primaryButtonBackgroundColor',
  'primaryButtonFontColor',
]
const colors = (color: string) => Object.fromEntries(colorNames.map((name) => [name, color]))

forEachEngine('status pages', (engine) => {
  const api = apiUnderTest(engine)
  const { makeService, makePage, makeIncident } = statusPageCalls(api)
  async function stranger() {
    const user = await api.makeUser()
    return { key: user.key, account: await api.makeAccount(user.id) }
  }
  const show = (id: string) => api.call('GET', `${path}/${id}`)

  test('are kept as sent, with url and domain in lower case and colours in capitals', async () => {
    const [a, b] = [await makeService('A'), await makeService('B')]
    const body = {
      name: 'Acme status',
      url: 'Acme-Status',
      description: 'How we are',
      customDomain: 'Status.Acme.Example',
      logo: 'https://acme.example/logo.svg',
      logoDark: 'http://acme.example/dark.svg',
      favicon: 'https://acme.example/f.ico',
      redirectTo: 'https://acme.example/',
      defaultTheme: 'DARK',
      themeColors: { light: colors('#fff'), dark: colors('#0a0B0c') },
      cards: [cardOf('Second', [b, a, b]), cardOf('First', [a])],
      isPrivate: true,
      id: randomUUID(),
    }
    const created = await api.call('POST', path, { body })
    assert.equal(created.status, 201, created.text)
    const { id, cards, customDomainStatus, ...shown } = created.record()
    assert.ok(isRecord(customDomainStatus))
    assert.deepEqual(
      [customDomainStatus['txtName'], customDomainStatus['verifiedAt']],
      ['_sonde-challenge.status.acme.example', null],
    )
    assert.deepEqual(shown, {
      accountId: api.accountId,
      name: 'Acme status',
      url: 'acme-status',
      description: 'How we are',
      customDomain: 'status.acme.example',
      logo: 'https://acme.example/logo.svg',
      logoDark: 'http://acme.example/dark.svg',
      favicon: 'https://acme.example/f.ico',
      redirectTo: 'https://acme.example/',
      defaultTheme: 'DARK',
      themeColors: { light: colors('#FFF'), dark: colors('#0A0B0C') },
      privacyPolicyLink: null,
      termsOfServiceLink: null,
      supportLink: null,
      footerText: null,
      googleAnalyticsTag: null,
      allowIndexing: true,
      layout: 'CARDS',
      version: 1,
      revision: 1,
      isPrivate: false,
      whiteLabel: true,
      subscriberCount: 0,
      keys: [],
      incidents: [],
      projectBindings: { owner: null, references: [] },
      created_at: new Date(api.clock.now()).toISOString(),
      updated_at: null,
    })
    assert.notEqual(id, body.id)
    assert.ok(Array.isArray(cards))
    assert.deepEqual(
      cards.map(({ name, services }) => [name, services.map((service: { id: string }) => service.id)]),
      [
        ['Second', [b, a]],
        ['First', [a]],
      ],
    )
    assert.deepEqual((await show(String(id))).body, created.body)
  })

  test('with nothing but what is needed get the defaults', async () => {
    const page = await makePage([], { cards: [] })
    assert.deepEqual(
      ['description', 'customDomain', 'logo', 'themeColors', 'defaultTheme', 'cards'].map((field) =>
        page.at(field),
      ),
      [null, null, null, null, 'AUTO', []],
    )
  })

  test('are replaced as a whole; a card that is named by its id stays the same card', async () => {
    const [a, b] = [await makeService('A'), await makeService('B')]
    const made = await makePage([], { description: 'd', cards: [cardOf('One', [a]), cardOf('Two', [b])] })
    const id = made.textAt('id')
    const kept = made.textAt('cards.1.id')
    const cards = [
      { ...cardOf('Two, renamed', [a, b]), id: kept.toUpperCase() },
      { ...cardOf('New', []), id: randomUUID() },
      { ...cardOf('Named twice', []), id: kept },
    ]
    const body = pageBody({ name: 'Changed', cards })
    const put = await api.call('PUT', `${path}/${id}`, { body })
    assert.equal(put.status, 200, put.text)
    assert.deepEqual(
      [put.at('name'), put.at('description'), put.at('version'), put.at('url')],
      ['Changed', null, 2, body['url']],
    )
    assert.equal(put.at('updated_at'), new Date(api.clock.now()).toISOString())
    assert.equal(put.at('cards.0.id'), kept)
    assert.equal(put.at('cards.0.created_at'), made.at('created_at'))
    assert.equal(put.at('cards.0.name'), 'Two, renamed')
    assert.equal(put.at('cards.1.updated_at'), null)
    assert.notEqual(put.at('cards.1.id'), cards[1]?.id)
    assert.notEqual(put.at('cards.2.id'), kept)
    assert.deepEqual((await show(id)).body, put.body)
  })

  test('are not replaced by somebody who has read an older version', async () => {
    const made = await makePage([])
    const id = made.textAt('id')
    const body = pageBody({ url: made.at('url') })
    assert.equal((await api.call('PUT', `${path}/${id}`, { body: { ...body, version: 1 } })).status, 200)
    const stale = await api.call('PUT', `${path}/${id}`, { body: { ...body, name: 'Lost', version: 1 } })
    expectError(stale, 409)
    assert.equal((await show(id)).at('name'), 'Acme')
    // Not 3, by which programs know a page with components.
    assert.equal(
      (await api.call('PUT', `${path}/${id}`, { body: { ...body, version: null } })).at('version'),
      4,
    )
  })

  test('have a url that no other page of the installation has, and a domain that no other of the account has', async () => {
    const other = await stranger()
    const made = await makePage([], { customDomain: 'status.taken.example' })
    const url = made.textAt('url')
    const id = (await makePage([])).textAt('id')
    for (const [taken, field] of [
      [{ url: url.toUpperCase() }, 'url'],
      [{ customDomain: 'STATUS.taken.example' }, 'customDomain'],
    ] as const) {
      // What strangers claim without proof keeps nobody out.
      for (const options of field === 'url' ? [{}, other] : [{}]) {
        const refused = await api.call('POST', path, { ...options, body: pageBody(taken) })
        expectError(refused, 409)
        assert.match(refused.textAt('message'), new RegExp(`this ${field}$`))
      }
      expectError(await api.call('PUT', `${path}/${id}`, { body: pageBody(taken) }), 409)
    }
    const same = { url, customDomain: 'status.taken.example' }
    assert.equal(
      (await api.call('PUT', `${path}/${made.textAt('id')}`, { body: pageBody(same) })).status,
      200,
    )
    assert.equal((await api.call('DELETE', `${path}/${made.textAt('id')}`)).status, 204)
    await makePage([], same)
  })

  test('made at once with one url are one page', async () => {
    const url = `race-${randomUUID().slice(0, 8)}`
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => api.call('POST', path, { body: pageBody({ url }) })),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409, 409, 409])
  })

  const mistakes: [string, Record<string, unknown>, string[]][] = [
    [
      'no name, url or cards',
      { name: undefined, url: undefined, cards: undefined },
      ['name', 'url', 'cards'],
    ],
    ['a url with a dot', { url: 'a.b' }, ['url']],
    ['an empty url', { url: '' }, ['url']],
    ['a long url', { url: 'u'.repeat(64) }, ['url']],
    ['a long description', { description: 'd'.repeat(501) }, ['description']],
    ['a domain that is an address', { customDomain: 'https://a.example' }, ['customDomain']],
    ['a domain of one word', { customDomain: 'localhost' }, ['customDomain']],
    [
      'links of other kinds',
      { logo: 'javascript:alert(1)', redirectTo: 'ftp://a.example' },
      ['logo', 'redirectTo'],
    ],
    ['names of white space', { name: ' \u00a0', cards: [cardOf('\t', [])] }, ['name', 'cards.0.name']],
    [
      'pictures on hosts that mean more to a browser',
      {
        logo: "https://a.example;script-src'unsafe-inline'/l.svg",
        logoDark: 'https://*.example/l.svg',
        favicon: 'https://a,b.example/f.ico',
      },
      ['logo', 'logoDark', 'favicon'],
    ],
    ['a theme that there is not', { defaultTheme: 'PINK' }, ['defaultTheme']],
    [
      'colours that are none',
      { themeColors: { light: colors('red'), dark: colors('#000') } },
      colorNames.map((name) => `themeColors.light.${name}`),
    ],
    ['half a theme', { themeColors: { light: colors('#000') } }, ['themeColors.dark']],
    ['a card without a name', { cards: [{ services: [] }] }, ['cards.0.name']],
    ['101 cards', { cards: Array.from({ length: 101 }, () => cardOf('c', [])) }, ['cards']],
  ]
  for (const [what, fields, keys] of mistakes) {
    test(`with ${what} are refused`, async () => {
      const id = (await makePage([])).textAt('id')
      expectInvalid(await api.call('POST', path, { body: pageBody(fields) }), 'payload', keys)
      expectInvalid(await api.call('PUT', `${path}/${id}`, { body: pageBody(fields) }), 'payload', keys)
      assert.equal((await show(id)).at('version'), 1)
    })
  }

  test('show no services that the account does not have', async () => {
    const mine = await makeService()
    const theirs = await makeService('Theirs', await stranger())
    const cards = [cardOf('a', [mine]), cardOf('b', [mine, theirs, randomUUID()])]
    const refused = await api.call('POST', path, { body: pageBody({ cards }) })
    expectInvalid(refused, 'payload', ['cards.1.services.1.id', 'cards.1.services.2.id'])
    const made = await makePage([mine])
    expectError(await api.call('PUT', `${path}/${made.textAt('id')}`, { body: pageBody({ cards }) }), 400)
    assert.equal((await show(made.textAt('id'))).at('version'), 1)
  })

  test('with very many services are written and read whole', async () => {
    const services = await Promise.all(Array.from({ length: 30 }, (_, index) => makeService(`S${index}`)))
    const cards = Array.from({ length: 16 }, (_, index) => cardOf(`Card ${index}`, services))
    const made = await api.call('POST', path, { body: pageBody({ cards }) })
    assert.equal(made.status, 201)
    assert.equal(made.at('cards.15.services.29.name'), 'S29')
    const more = pageBody({ cards: [...cards, cardOf('One too many', services)] })
    expectInvalid(await api.call('POST', path, { body: more }), 'payload', ['cards.16.services'])
  })

  test('show the incidents of their services, newest first, each once', async () => {
    const [a, b, c] = [await makeService('A'), await makeService('B'), await makeService('C')]
    const first = (await makeIncident([a])).textAt('id')
    const second = (await makeIncident([a, b])).textAt('id')
    await makeIncident([c])
    const x = await makePage([], { cards: [cardOf('1', [a, b]), cardOf('2', [a])] })
    const y = await makePage([b])
    const of = (page: typeof x) => {
      const incidents = page.at('incidents')
      assert.ok(Array.isArray(incidents))
      return incidents.map(({ id }) => id)
    }
    assert.deepEqual(of(x), [second, first])
    assert.deepEqual(of(y), [second])
    assert.equal(x.at('incidents.0.incidentUpdates'), undefined)
    assert.equal(x.at('incidents.0.lastUpdateStatus'), 'INVESTIGATING')
    const listed = await api.call('GET', `${path}?limit=2`)
    assert.deepEqual(listed.at('entries.0'), y.body)
    assert.deepEqual(listed.at('entries.1'), x.body)
  })

  test('come in pages, and are nothing to other accounts', async () => {
    const other = await stranger()
    const ids: string[] = []
    for (let index = 0; index < 3; index += 1) ids.push((await makePage([], {}, other)).textAt('id'))
    const first = await api.call('GET', `${path}?limit=2`, other)
    assert.deepEqual(
      [first.at('length'), first.at('entries.0.id'), first.at('entries.1.id')],
      [2, ids[2], ids[1]],
    )
    const rest = await api.call('GET', `${path}?limit=2&nextId=${first.textAt('nextId')}`, other)
    assert.deepEqual([rest.at('length'), rest.at('entries.0.id'), rest.at('nextId')], [1, ids[0], null])
    const theirs = `${path}/${ids[0]}`
    expectError(await api.call('GET', theirs), 404)
    expectError(await api.call('PUT', theirs, { body: pageBody() }), 404)
    expectError(await api.call('DELETE', theirs), 404)
    assert.equal((await api.call('DELETE', theirs, other)).status, 204)
    expectError(await api.call('DELETE', theirs, other), 404)
  })

  test('may be read by everybody and written by whoever may write', async () => {
    const id = (await makePage([])).textAt('id')
    const key = await api.makeServiceKey(api.accountId, 'READ_RUN')
    assert.equal((await api.call('GET', `${path}/${id}`, { key })).status, 200)
    for (const [method, place] of [
      ['POST', path],
      ['PUT', `${path}/${id}`],
      ['DELETE', `${path}/${id}`],
    ] as const) {
      const body = method === 'DELETE' ? {} : { body: pageBody() }
      expectError(await api.call(method, place, { key, ...body }), 403)
    }
  })
})
