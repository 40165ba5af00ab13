import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'

const anybody = { key: null, account: null }
const route = '/v1/dashboards'

forEachEngine('dashboards', (engine) => {
  const api = apiUnderTest(engine)
  const create = (body: object = {}) => api.call('POST', route, { body: { header: 'Shop', ...body } })
  /** One a second: the route has a limit of its own. */
  const show = (id: string, options = {}) =>
    api.call('GET', `${route}/${id}`, { ...anybody, afterMs: 1_001, ...options })
  const put = (id: string, body: object) => api.call('PUT', `${route}/${id}`, { body })

  test('a new one has the documented defaults', async () => {
    const made = await create()
    assert.equal(made.status, 201, made.text)
    const { id, dashboardId, customUrl, created_at: createdAt, ...rest } = made.record()
    assert.ok(Number.isInteger(id))
    assert.match(String(dashboardId), /^[a-z0-9]{12}$/)
    assert.equal(customUrl, dashboardId)
    assert.match(String(createdAt), /Z$/)
    assert.deepEqual(rest, {
      header: 'Shop',
      description: null,
      customDomain: null,
      logo: null,
      favicon: null,
      link: null,
      layout: 'LIST',
      width: 'FULL',
      refreshRate: 60,
      paginate: true,
      paginationRate: 60,
      checksPerPage: 15,
      sortByStatus: false,
      tags: [],
      useTagsAndOperator: false,
      hideTags: false,
      expandChecks: false,
      enableIncidents: false,
      isPrivate: false,
      showHeader: true,
      showGroupNames: true,
      showReasons: false,
      showCheckRunLinks: false,
      showP95: true,
      showP99: true,
      customCSS: '',
      keys: [],
      projectBindings: { owner: null, references: [] },
      updated_at: null,
    })
  })

  test('every limit is kept', async () => {
    const cases: [string, unknown][] = [
      ['header', ''],
      ['width', '800PX'],
      ['refreshRate', 30],
      ['paginationRate', 600],
      ['checksPerPage', 21],
      ['checksPerPage', 0],
      ['logo', 'javascript:alert(1)'],
      ['favicon', 'ftp://example.com/x'],
      ['link', 'not an address'],
      ['customUrl', 'two words'],
      ['customDomain', 'localhost'],
      ['tags', 'a'],
      ['paginate', null],
      ['isPrivate', 'yes'],
    ]
    for (const [field, value] of cases) {
      expectInvalid(await create({ [field]: value }), 'payload', [field])
    }
    expectInvalid(await api.call('POST', route, { body: {} }), 'payload', ['header'])
    const accepted = await create({ logo: '', checksPerPage: null, customCSS: null, keys: [{ rawKey: 'x' }] })
    assert.equal(accepted.status, 201, accepted.text)
    assert.deepEqual(accepted.at('keys'), [])
  })

  test('an update keeps what it leaves out, and null gives an address back', async () => {
    const made = await create({ customUrl: 'Keeps-It', customDomain: 'Health.Example.com', tags: ['a'] })
    const id = made.textAt('dashboardId')
    assert.equal(made.at('customUrl'), 'keeps-it')
    assert.equal(made.at('customDomain'), 'health.example.com')
    const changed = await put(id, { header: 'Other', checksPerPage: 3 })
    assert.equal(changed.status, 200, changed.text)
    const expected = { ...made.record(), header: 'Other', checksPerPage: 3 }
    assert.deepEqual({ ...changed.record(), updated_at: null }, expected)
    const freed = await put(id, { customUrl: null, customDomain: null })
    assert.equal(freed.at('customUrl'), id)
    assert.equal(freed.at('customDomain'), null)
    expectInvalid(await put(id, { paginate: null }), 'payload', ['paginate'])
    expectError(await put('nothing', { header: 'x' }), 404)
  })

  test('SA 58: an address that another dashboard has is refused, also across accounts', async () => {
    const first = await create({ customUrl: 'taken', customDomain: 'taken.example.com' })
    assert.equal(first.status, 201)
    const other = await api.makeAccount(api.ownerId)
    for (const account of [api.accountId, other]) {
      for (const body of [{ customUrl: 'TAKEN' }, { customDomain: 'Taken.Example.com' }]) {
        const refused = await api.call('POST', route, { body: { header: 'x', ...body }, account })
        expectError(refused, 409)
        assert.match(refused.textAt('message'), new RegExp(Object.keys(body)[0] ?? ''))
      }
    }
    const second = await create()
    expectError(await put(second.textAt('dashboardId'), { customUrl: 'taken' }), 409)
    assert.equal((await put(first.textAt('dashboardId'), { customUrl: 'taken' })).status, 200)
  })

  test('two that ask for one address at the same moment: one gets it', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => create({ customUrl: 'at-once' })))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409, 409])
  })

  test('a public one is shown to everybody, by each of its names', async () => {
    const made = await create({ customUrl: 'by-name', customDomain: 'by-name.example.com' })
    const id = made.textAt('dashboardId')
    assert.deepEqual((await show(id)).body, made.body)
    assert.deepEqual((await show('By-Name?type=customUrl')).body, made.body)
    assert.deepEqual((await show('by-name.example.com?type=customDomain')).body, made.body)
    assert.deepEqual((await show(id, { key: 'a wrong key is ignored' })).body, made.body)
    expectError(await show('by-name'), 404)
    expectError(await show(`${id}?type=customUrl`), 404)
    expectInvalid(await show(`${id}?type=name`), 'query', ['type'])
  })

  test('20 requests in 20 seconds are answered, the 21st is not', async () => {
    const id = (await create()).textAt('dashboardId')
    api.clock.advance(20_000)
    const answers = []
    for (let count = 0; count < 21; count += 1) answers.push((await show(id, { afterMs: 0 })).status)
    assert.deepEqual(answers.slice(0, 20), Array(20).fill(200))
    assert.equal(answers[20], 429)
    assert.equal((await show(id, { afterMs: 20_000 })).status, 200)
  })

  test('the password of a private one is shown once, and opens it as a key of the account does', async () => {
    const made = await create({ isPrivate: true })
    const id = made.textAt('dashboardId')
    const rawKey = made.textAt('keys.0.rawKey')
    assert.match(rawKey, /^db_[0-9a-f]{40}$/)
    assert.equal(made.textAt('keys.0.maskedKey'), `...${rawKey.slice(-4)}`)
    const listed = await api.call('GET', route)
    assert.doesNotMatch(listed.text, new RegExp(rawKey))
    expectError(await show(id), 401)
    expectError(await show(id, { key: 'db_wrong' }), 401)
    const other = await api.makeUser()
    expectError(await show(id, { key: other.key }), 401)
    const withPassword = await show(id, { key: rawKey })
    assert.equal(withPassword.status, 200)
    assert.equal(withPassword.at('keys'), undefined)
    assert.equal((await show(id, { key: api.ownerKey })).status, 200)
    const reader = await api.makeServiceKey(api.accountId, 'READ_ONLY')
    assert.equal((await show(id, { key: reader })).status, 200)
    assert.equal((await put(id, { header: 'Still private', isPrivate: true })).at('keys.0.rawKey'), '')
    assert.equal((await show(id, { key: rawKey })).status, 200)

    assert.deepEqual((await put(id, { isPrivate: false })).at('keys'), [])
    assert.equal((await show(id)).status, 200)
    const again = (await put(id, { isPrivate: true })).textAt('keys.0.rawKey')
    assert.notEqual(again, rawKey)
    expectError(await show(id, { key: rawKey }), 401)
    assert.equal((await show(id, { key: again })).status, 200)
  })

  test('no password is in the database, nor in the audit log', async () => {
    const rawKey = (await create({ isPrivate: true })).textAt('keys.0.rawKey')
    const rows = await api.store.read.selectFrom('dashboards').selectAll().execute()
    const log = await api.store.read.selectFrom('audit_log').selectAll().execute()
    assert.doesNotMatch(JSON.stringify([rows, log]), new RegExp(rawKey.slice(3)))
  })

  test('after ten wrong passwords, not even the right one is looked at', async () => {
    const made = await create({ isPrivate: true })
    const id = made.textAt('dashboardId')
    // What the tests before have guessed counts too.
    api.clock.advance(15 * 60_000)
    for (let count = 0; count < 10; count += 1) expectError(await show(id, { key: 'db_wrong' }), 401)
    const refused = await show(id, { key: made.textAt('keys.0.rawKey') })
    expectError(refused, 429)
    assert.ok(Number(refused.headers['retry-after']) > 600)
    api.clock.advance(15 * 60_000)
    assert.equal((await show(id, { key: made.textAt('keys.0.rawKey') })).status, 200)
  })

  test('a list is of the account, newest first, with its total', async () => {
    const account = await api.makeAccount(api.ownerId)
    for (const header of ['one', 'two', 'three']) {
      await api.call('POST', route, { body: { header }, account })
    }
    const page = await api.call('GET', `${route}?limit=2`, { account })
    assert.equal(page.headers['content-range'], 'items 0-1/3')
    assert.deepEqual([page.at('0.header'), page.at('1.header')], ['three', 'two'])
    expectInvalid(await api.call('GET', `${route}?limit=101`, { account }), 'query', ['limit'])
  })

  test('nobody changes or deletes that of another account', async () => {
    const id = (await create()).textAt('dashboardId')
    const account = await api.makeAccount(api.ownerId)
    expectError(await api.call('PUT', `${route}/${id}`, { body: { header: 'x' }, account }), 404)
    expectError(await api.call('DELETE', `${route}/${id}`, { account }), 404)
    const reader = await api.makeServiceKey(api.accountId, 'READ_RUN')
    expectError(await api.call('DELETE', `${route}/${id}`, { key: reader }), 403)
  })

  test('deleting takes its incidents with it, and is in the audit log', async () => {
    const made = await create({ header: 'Gone' })
    const id = made.textAt('dashboardId')
    const incident = await api.call('POST', '/v1/incidents', {
      body: {
        name: 'n',
        impact: 'MINOR',
        dashboardId: made.at('id'),
        incidentUpdates: [{ status: 'INVESTIGATING', description: 'd' }],
      },
    })
    assert.equal((await api.call('DELETE', `${route}/${id}`)).status, 204)
    expectError(await show(id), 404)
    expectError(await api.call('GET', `/v1/incidents/${incident.textAt('id')}`), 404)
    expectError(await api.call('DELETE', `${route}/${id}`), 404)
    const actions = await api.store.read
      .selectFrom('audit_log')
      .select(['action', 'entity_name'])
      .where('entity_id', '=', id)
      .orderBy('id')
      .execute()
    assert.deepEqual(
      actions.map(({ action, entity_name: name }) => `${action} ${name}`),
      ['CREATE Gone', 'DELETE Gone'],
    )
  })
})
