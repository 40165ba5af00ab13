import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../../testing/api-under-test.ts'
import type { Answer } from '../../../testing/http-client.ts'
import { importCalls } from '../../../testing/import-calls.ts'
import { smallestUrl } from '../../../testing/monitors/write-url.ts'
import { componentPageBody, pageBody, ruleBody, statusPageCalls } from '../../../testing/status-pages.ts'

type Monitored = { monitored: boolean }

const anybody = { key: null, account: null, afterMs: 0 }

forOneEngine('status pages of version 3', (engine) => {
  const api = apiUnderTest(engine)
  const { makePage, makeService } = statusPageCalls(api)
  const { exportOf, importInto, newAccount, refusedPaths } = importCalls(api)

  async function made(path: string, body: object): Promise<Answer> {
    const answer = await api.call('POST', path, { body })
    assert.equal(answer.status, 201, answer.text)
    return answer
  }
  const newPage = (body: Readonly<Record<string, unknown>> = {}) =>
    made('/v1/status-pages', componentPageBody(body))
  const pathOf = (page: Answer) => `/v1/status-pages/${page.textAt('id')}`
  const add = async (page: Answer, body: object) =>
    (await made(`${pathOf(page)}/components`, body)).textAt('id')
  const see = (page: Answer, path = '') => api.call('GET', `/status/${page.textAt('url')}${path}`, anybody)

  async function report(components: object[], body: object = {}): Promise<string> {
    const incident = await made('/v1/status-pages/incidents', {
      name: 'Slow',
      components,
      incidentUpdates: [{ description: 'd' }],
      ...body,
    })
    return incident.textAt('id')
  }

  async function refused(method: string, path: string, body: object): Promise<unknown> {
    const answer = await api.call(method, path, { body })
    assert.equal(answer.status, 400, answer.text)
    return answer.at('validation.keys')
  }

  test('have components instead of cards, and stay so; pages with cards are never called version 3', async () => {
    const page = await newPage({
      themeColors: { dark: { linkFontColor: '#abc' } },
      supportLink: 'mailto:help@example.net',
    })
    assert.deepEqual(
      [page.at('version'), page.at('revision'), page.at('layout'), page.at('cards')],
      [3, 1, 'COMPONENTS', []],
    )
    assert.equal(page.at('themeColors.dark.linkFontColor'), '#ABC')
    assert.match(page.textAt('themeColors.light.linkFontColor'), /^#[0-9A-F]{6}$/)
    const body = { name: 'Acme', url: page.textAt('url') }
    const updated = await api.call('PUT', pathOf(page), { body: { ...body, version: 3, cards: [] } })
    assert.deepEqual([updated.at('version'), updated.at('revision')], [3, 2])
    const stale = await api.call('PUT', pathOf(page), { body: { ...body, version: 3, revision: 1 } })
    assert.equal(stale.status, 409, stale.text)
    assert.deepEqual(await refused('PUT', pathOf(page), { ...body, cards: [] }), ['version'])

    const old = await makePage([])
    const oldBody = pageBody({ url: old.textAt('url') })
    const versions: unknown[] = [old.at('version')]
    for (let turn = 0; turn < 3; turn += 1)
      versions.push((await api.call('PUT', pathOf(old), { body: oldBody })).at('version'))
    assert.deepEqual(versions, [1, 2, 4, 5])
    assert.deepEqual(await refused('POST', '/v1/status-pages', { name: 'Acme', url: 'no-cards' }), ['cards'])
    assert.deepEqual(await refused('POST', `${pathOf(old)}/components`, { name: 'Cart' }), ['statusPageId'])
  })

  test('are a tree: groups first, siblings in their order, defaults filled in', async () => {
    const page = await newPage()
    const group = await add(page, { type: 'GROUP', name: 'Shop', displayOrder: 2 })
    const cart = await add(page, { name: 'Cart', parentId: group.toUpperCase(), displayOrder: 2 })
    const pay = await add(page, { name: 'Pay', parentId: group, displayOrder: 1, hidden: true })
    const blog = await add(page, { name: 'Blog', displayOrder: 1 })
    const list = await api.call('GET', `${pathOf(page)}/components`)
    assert.deepEqual(
      (list.body as { id: string }[]).map(({ id }) => id),
      [blog, group, pay, cart],
    )
    assert.deepEqual(
      [list.at('1.configuration'), list.at('3.configuration'), list.at('3.parentId')],
      [{ showHistoricalData: true, expandedByDefault: false }, { showHistoricalData: true }, group],
    )
    const path = `${pathOf(page)}/components`
    const changed = await api.call('PATCH', `${path}/${group}`, {
      body: { configuration: { expandedByDefault: true } },
    })
    assert.deepEqual(changed.at('configuration'), { showHistoricalData: true, expandedByDefault: true })
    const replaced = await api.call('PUT', `${path}/${cart}`, { body: { name: 'Basket' } })
    assert.deepEqual([replaced.at('parentId'), replaced.at('displayOrder')], [null, 0])
    assert.equal((await api.call('GET', `${path}/${randomUUID()}`)).status, 404)
    assert.equal((await api.call('GET', `/v1/status-pages/services/${cart}`)).status, 404)
    assert.deepEqual((await api.call('GET', '/v1/status-pages/services?paginated=false')).body, [])
  })

  test('case 17: refuse circles, services as parents, other pages, groups that are not empty', async () => {
    const [page, other] = [await newPage(), await newPage()]
    const path = `${pathOf(page)}/components`
    const top = await add(page, { type: 'GROUP', name: 'Top' })
    const inner = await add(page, { type: 'GROUP', name: 'Inner', parentId: top })
    const leaf = await add(page, { name: 'Leaf', parentId: inner })
    const foreign = await add(other, { type: 'GROUP', name: 'Foreign' })
    const parents: [string, string][] = [
      [top, inner],
      [top, top],
      [top, leaf],
      [top, foreign],
      [top, randomUUID()],
    ]
    for (const [id, parentId] of parents)
      assert.deepEqual(await refused('PATCH', `${path}/${id}`, { parentId }), ['parentId'])
    assert.deepEqual(await refused('PATCH', `${path}/${inner}`, { type: 'SERVICE' }), ['type'])
    assert.deepEqual(await refused('POST', path, { name: 'x', configuration: { expandedByDefault: true } }), [
      'configuration.expandedByDefault',
    ])
    assert.deepEqual(await refused('POST', path, { name: 'x', configuration: { color: 1 } }), [
      'configuration.color',
    ])
    let parentId = inner
    for (const level of [3, 4])
      parentId = await add(page, { type: 'GROUP', name: `Level ${level}`, parentId })
    const deepest = await add(page, { type: 'GROUP', name: 'Level 5', parentId })
    assert.deepEqual(await refused('POST', path, { name: 'Too deep', parentId: deepest }), ['parentId'])
    assert.equal((await api.call('DELETE', `${path}/${top}`)).status, 400)
    assert.equal((await api.call('DELETE', `${path}/${leaf}`)).status, 204)
  })

  test('show the impact of incidents on each component, hidden ones in their group alone', async () => {
    const page = await newPage({ footerText: 'Acme Inc.', allowIndexing: false })
    const group = await add(page, { type: 'GROUP', name: 'Shop' })
    const cart = await add(page, { name: 'Cart', parentId: group })
    const secret = await add(page, { name: 'Ledger', parentId: group, hidden: true })
    const incident = await report([
      { id: cart, impact: 'DEGRADED_PERFORMANCE' },
      { id: secret, impact: 'PARTIAL_OUTAGE' },
    ])
    const shown = await api.call('GET', `/v1/status-pages/incidents/${incident}`)
    assert.deepEqual(
      [shown.at('severity'), shown.at('services'), shown.at('components.1')],
      ['MEDIUM', [], { id: secret, name: 'Ledger', impact: 'PARTIAL_OUTAGE' }],
    )
    const statuses = (await api.call('GET', `${pathOf(page)}/components`)).body as { status: string }[]
    assert.deepEqual(
      statuses.map(({ status }) => status),
      ['PARTIAL_OUTAGE', 'DEGRADED_PERFORMANCE', 'PARTIAL_OUTAGE'],
    )
    const summary = await see(page, '/summary.json')
    assert.deepEqual(
      [
        summary.at('components.0.status'),
        summary.at('components.0.components.0.status'),
        summary.at('cards'),
      ],
      ['PARTIAL_OUTAGE', 'DEGRADED_PERFORMANCE', []],
    )
    const visit = await see(page)
    assert.match(visit.text, /Acme Inc\./)
    assert.match(visit.text, /<meta name="robots" content="noindex">/)
    assert.equal(visit.headers['x-robots-tag'], 'noindex')
    assert.match(visit.text, /<details><summary/)
    assert.doesNotMatch(visit.text, /Ledger/)
    await api.call('POST', `/v1/status-pages/incidents/${incident}/incident-updates`, {
      body: { description: 'd', status: 'RESOLVED' },
    })
    const over = await see(page, '/summary.json')
    assert.deepEqual(
      ['status', 'state', 'uptime'].map((field) => over.at(`components.0.${field}`)),
      [null, 'NOT_MONITORED', null],
    )
    assert.doesNotMatch((await see(page)).text, /% *(<\/b>)? uptime/)
  })

  test('are monitored where a rule that is switched on chooses an active check', async () => {
    const page = await newPage()
    const group = await add(page, { type: 'GROUP', name: 'Shop' })
    const cart = await add(page, { name: 'Cart', parentId: group })
    const alone = await add(page, { name: 'Blog', displayOrder: 1 })
    const tag = `tag-${randomUUID()}`
    const rule = await made(`${pathOf(page)}/automation-rules`, ruleBody(cart, { tags: [tag] }))
    const monitored = async () =>
      ((await api.call('GET', `${pathOf(page)}/components`)).body as Monitored[]).map(
        (each) => each.monitored,
      )
    // No check has its tag.
    assert.deepEqual(await monitored(), [false, false, false])
    const body = { ...smallestUrl, frequency: 1_440, tags: [tag] }
    const check = await made('/v1/checks/url', body)
    assert.deepEqual(await monitored(), [true, true, false])
    api.clock.advance(60_000)
    const summary = await see(page, '/summary.json')
    assert.deepEqual(
      [summary.at('components.0.status'), summary.at('components.0.uptime')],
      ['OPERATIONAL', 100],
    )
    assert.deepEqual(
      [summary.at('components.1.id'), summary.at('components.1.status'), summary.at('components.1.uptime')],
      [alone, null, null],
    )
    const path = `/v1/checks/url/${check.textAt('id')}`
    assert.equal((await api.call('PUT', path, { body: { ...body, activated: false } })).status, 200)
    assert.deepEqual(await monitored(), [false, false, false])
    assert.equal((await see(page, '/summary.json')).at('components.0.uptime'), null)
    assert.equal((await api.call('PUT', path, { body: { ...body, activated: true } })).status, 200)
    assert.equal((await see(page, '/summary.json')).at('components.0.uptime'), 100)
    await api.call('PATCH', `${pathOf(page)}/automation-rules/${rule.textAt('id')}`, {
      body: { enabled: false },
    })
    assert.deepEqual(await monitored(), [false, false, false])
  })

  test('name components of the account in incidents, and services beside them', async () => {
    const page = await newPage()
    const cart = await add(page, { name: 'Cart' })
    const service = await makeService()
    const path = '/v1/status-pages/incidents'
    const body = { name: 'n', incidentUpdates: [{ description: 'd' }] }
    assert.deepEqual(await refused('POST', path, { ...body, severity: 'MINOR', services: [{ id: cart }] }), [
      'services.0.id',
    ])
    const impact = 'MAJOR_OUTAGE'
    assert.deepEqual(await refused('POST', path, { ...body, components: [{ id: service, impact }] }), [
      'components.0.id',
    ])
    assert.deepEqual(await refused('POST', path, { ...body, components: [] }), ['services', 'severity'])
    const both = await report([{ id: cart, impact }], { services: [{ id: service }], severity: 'CRITICAL' })
    const shown = await api.call('GET', `${path}/${both}`)
    assert.deepEqual([shown.at('services.0.id'), shown.at('components.0.id')], [service, cart])
  })

  test('have rules that affect their own components alone', async () => {
    const [page, other] = [await newPage(), await newPage()]
    const [cart, foreign] = [await add(page, { name: 'Cart' }), await add(other, { name: 'Foreign' })]
    const path = `${pathOf(page)}/automation-rules`
    const rule = await made(path, ruleBody(cart))
    assert.deepEqual(
      [
        rule.at('enabled'),
        rule.at('notifySubscribers'),
        rule.at('coolDownWindowMinutes'),
        rule.at('incidentId'),
      ],
      [true, true, 5, null],
    )
    assert.deepEqual(await refused('POST', path, ruleBody(foreign)), ['components.0.componentId'])
    for (const [field, value] of [
      ['tags', []],
      ['components', []],
      ['coolDownWindowMinutes', -1],
      ['firstUpdate', ''],
    ] as const)
      assert.deepEqual(await refused('POST', path, { ...ruleBody(cart), [field]: value }), [field])
    const operational = { components: [{ componentId: cart, targetImpact: 'OPERATIONAL' }] }
    assert.deepEqual(await refused('POST', path, { ...ruleBody(cart), ...operational }), [
      'components.0.targetImpact',
    ])
    const own = `${path}/${rule.textAt('id')}`
    const off = await api.call('PATCH', own, { body: { enabled: false } })
    assert.deepEqual([off.at('enabled'), off.at('tags')], [false, ['checkout']])
    await api.call('DELETE', `${pathOf(page)}/components/${cart}`)
    assert.deepEqual((await api.call('GET', own)).at('components'), [])
    assert.equal((await api.call('DELETE', own)).status, 204)
    assert.equal((await api.call('GET', own)).status, 404)
  })

  test('are exported and imported whole, into another account and back without a change', async () => {
    const page = await newPage()
    const group = await add(page, { type: 'GROUP', name: 'Shop' })
    const cart = await add(page, { name: 'Cart', parentId: group })
    await made(`${pathOf(page)}/automation-rules`, ruleBody(cart))
    const document = await exportOf(api.accountId)
    const { statusPages = [], statusPageComponents = [], statusPageAutomationRules = [] } = document
    const own = (items: readonly Record<string, unknown>[]) =>
      items.filter((item) => item['statusPageId'] === page.textAt('id'))
    const part = {
      statusPages: statusPages
        .filter((item) => item['id'] === page.textAt('id'))
        .map((item) => ({ ...item, url: `${String(item['url'])}-2` })),
      // What a group contains stands before it.
      statusPageComponents: own(statusPageComponents).toReversed(),
      statusPageAutomationRules: own(statusPageAutomationRules),
    }
    assert.deepEqual([part.statusPageComponents.length, part.statusPageAutomationRules.length], [2, 1])
    const account = await newAccount()
    await importInto(account, part)
    const copy = await exportOf(account)
    const copies = copy['statusPageComponents'] ?? []
    const copiedGroup = copies.find((item) => item['type'] === 'GROUP')
    const copiedCart = copies.find((item) => item['type'] === 'SERVICE')
    assert.equal(copiedCart?.['parentId'], copiedGroup?.['id'])
    assert.notEqual(copiedCart?.['id'], cart)
    const again = await importInto(account, part)
    assert.deepEqual([again.at('created'), again.at('updated')], [0, 0])

    const [firstComponent] = part.statusPageComponents
    const many = Array.from({ length: 500 }, () => ({ ...firstComponent, id: randomUUID() }))
    const body = { ...part, statusPageComponents: [...part.statusPageComponents, ...many] }
    assert.deepEqual(await refusedPaths(account, body), ['statusPageComponents.500.statusPageId'])
  })
})
