import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import {
  findPrivateLocation,
  proxySealContext,
  setUnavailable,
} from '@sonde/store/locations/private-locations.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { makeMonitor, writeMonitor } from '../../testing/monitors/write-icmp.ts'

const unknownId = '0198c0de-0000-7000-8000-000000000000'
const all = '/v1/private-locations'

forOneEngine('private locations', (engine) => {
  const api = apiUnderTest(engine)

  const newSlug = () => `s-${randomUUID().slice(0, 8)}`
  const create = (body: object = {}) =>
    api.call('POST', all, { body: { name: 'Office', slugName: newSlug(), ...body } })

  async function make(body: object = {}) {
    const made = await create(body)
    assert.equal(made.status, 201, made.text)
    return { id: made.textAt('id'), url: `${all}/${made.textAt('id')}`, made }
  }

  async function storedProxy(id: string): Promise<string | null> {
    const row = await findPrivateLocation(api.store.read, { accountId: api.accountId, id })
    assert.ok(row)
    return row.proxyUrlSealed === null
      ? null
      : api.store.sealer.open(row.proxyUrlSealed, proxySealContext(id))
  }

  test('case 25: a new location shows its key once, and every later read shows it masked', async () => {
    const slugName = newSlug()
    const { made, url } = await make({ slugName })
    const rawKey = made.textAt('keys.0.rawKey')
    assert.match(rawKey, /^pl_[0-9a-f]{64}$/)
    const key = {
      id: made.at('keys.0.id'),
      rawKey,
      maskedKey: `...${rawKey.slice(-4)}`,
      created_at: new Date(api.clock.now()).toISOString(),
      updated_at: null,
      lastUsedAt: null,
    }
    const location = {
      id: made.at('id'),
      name: 'Office',
      slugName,
      icon: 'location',
      created_at: new Date(api.clock.now()).toISOString(),
      updated_at: null,
      keys: [key],
      proxyUrl: null,
    }
    assert.deepEqual(made.body, location)
    const later = { ...location, keys: [{ ...key, rawKey: '' }] }
    const shown = await api.call('GET', url)
    const standing = {
      lastSeen: null,
      agentCount: 0,
      minAgentVersion: null,
      projectBindings: { owner: null, references: [] },
    }
    assert.deepEqual(shown.body, { ...later, ...standing, runningAgents: [], notices: [] })
    const listed = await api.call('GET', all)
    assert.deepEqual(listed.at('0'), { ...later, ...standing })
    const renamed = await api.call('PUT', url, { body: { name: 'Office 2' } })
    for (const answer of [shown, listed, renamed]) assert.ok(!answer.text.includes(rawKey))
  })

  test('case 26: a location has two keys at most, and a deleted one makes room', async () => {
    const { made, url } = await make()
    const second = await api.call('POST', `${url}/keys`)
    assert.equal(second.status, 201, second.text)
    assert.match(second.textAt('rawKey'), /^pl_[0-9a-f]{64}$/)
    assert.equal(second.at('maskedKey'), `...${second.textAt('rawKey').slice(-4)}`)
    expectError(await api.call('POST', `${url}/keys`), 409)
    const shown = await api.call('GET', url)
    assert.deepEqual(
      [shown.at('keys.0.id'), shown.at('keys.1.id'), shown.at('keys.2')],
      [made.at('keys.0.id'), second.at('id'), undefined],
    )
    const first = `${url}/keys/${made.textAt('keys.0.id')}`
    assert.equal((await api.call('DELETE', first)).status, 204)
    expectError(await api.call('DELETE', first), 404)
    assert.equal((await api.call('POST', `${url}/keys`)).status, 201)
  })

  test('the last key may be deleted, and a key of another location is not found', async () => {
    const [first, second] = [await make(), await make()]
    const keyId = first.made.textAt('keys.0.id')
    expectError(await api.call('DELETE', `${second.url}/keys/${keyId}`), 404)
    assert.equal((await api.call('DELETE', `${first.url}/keys/${keyId}`)).status, 204)
    assert.deepEqual((await api.call('GET', first.url)).at('keys'), [])
  })

  test('case 28: a location key opens nothing in the public API', async () => {
    const { made, url } = await make()
    const key = made.textAt('keys.0.rawKey')
    expectError(await api.call('GET', '/v1/checks', { key }), 401)
    expectError(await api.call('GET', '/v1/checks', { key, account: null }), 401)
    expectError(await api.call('GET', url, { key }), 401)
  })

  for (const slugName of [
    'eu-west-1',
    'us-gov-east-1',
    'x'.repeat(31),
    'a_b',
    '',
    'a b',
    'ü',
    'eu-west-1a',
  ]) {
    test(`case 29: the slugName ${JSON.stringify(slugName)} is refused`, async () => {
      expectInvalid(await create({ slugName }), 'payload', ['slugName'])
    })
  }

  test('case 29: a slugName that is no region code is accepted once', async () => {
    await make({ slugName: 'eu-office' })
    expectError(await create({ slugName: 'eu-office' }), 409)
    await make({ slugName: 'x'.repeat(30) })
  })

  test('case 29: of equal slugNames sent at once, one is accepted', async () => {
    const slugName = newSlug()
    const answers = await Promise.all([1, 2, 3, 4].map(() => create({ slugName })))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409, 409])
  })

  test('another account may use the same slugName, and reaches only its own location', async () => {
    const slugName = newSlug()
    const { url, made } = await make({ slugName })
    const stranger = await api.makeUser()
    const theirs = { key: stranger.key, account: await api.makeAccount(stranger.id) }
    const other = await api.call('POST', all, { ...theirs, body: { name: 'Theirs', slugName } })
    assert.equal(other.status, 201, other.text)
    expectError(await api.call('GET', url, theirs), 404)
    expectError(await api.call('PUT', url, { ...theirs, body: { name: 'x' } }), 404)
    expectError(await api.call('DELETE', url, theirs), 404)
    expectError(await api.call('POST', `${url}/keys`, theirs), 404)
    expectError(await api.call('DELETE', `${url}/keys/${made.textAt('keys.0.id')}`, theirs), 404)
    expectError(
      await api.call('GET', `${url}/metrics?from=${api.clock.now() - 1000}&to=2099-01-01`, theirs),
      404,
    )
    assert.equal((await api.call('GET', all, theirs)).at('1'), undefined)
  })

  test('case 30: a location that a check uses, by slug or by id, cannot be deleted', async () => {
    const slugName = newSlug()
    const { url, id } = await make({ slugName })
    for (const name of [slugName, id]) {
      const monitor = await makeMonitor(api, { privateLocations: [name] })
      expectError(await api.call('DELETE', url), 409)
      await writeMonitor(api, 'patch', monitor, { privateLocations: [] })
    }
    const deleted = await api.call('DELETE', url)
    assert.deepEqual([deleted.status, deleted.text], [204, ''])
    expectError(await api.call('GET', url), 404)
    expectError(await api.call('DELETE', url), 404)
  })

  for (const role of ['READ_ONLY', 'READ_RUN', 'READ_WRITE'] as const) {
    test(`case 32: ${role} reads locations and neither makes, changes nor deletes them`, async () => {
      const { url, made } = await make()
      const key = await api.makeServiceKey(api.accountId, role)
      assert.equal((await api.call('GET', all, { key })).status, 200)
      assert.equal((await api.call('GET', url, { key })).status, 200)
      const body = { name: 'x', slugName: newSlug() }
      expectError(await api.call('POST', all, { key, body }), 403)
      expectError(await api.call('PUT', url, { key, body: { name: 'x' } }), 403)
      expectError(await api.call('DELETE', url, { key }), 403)
      expectError(await api.call('POST', `${url}/keys`, { key }), 403)
      expectError(await api.call('DELETE', `${url}/keys/${made.textAt('keys.0.id')}`, { key }), 403)
    })
  }

  test('an update changes what is sent and keeps the rest', async () => {
    const { url } = await make({ icon: 'rack', proxyUrl: 'http://proxy:3128' })
    const renamed = await api.call('PUT', url, { body: { name: 'Cellar' } })
    assert.equal(renamed.status, 200, renamed.text)
    assert.deepEqual(
      [renamed.at('name'), renamed.at('icon'), renamed.at('proxyUrl')],
      ['Cellar', 'rack', 'http://proxy:3128'],
    )
    assert.equal(renamed.at('updated_at'), new Date(api.clock.now()).toISOString())
    const cleared = await api.call('PUT', url, { body: { name: 'Cellar', icon: 'home', proxyUrl: null } })
    assert.deepEqual([cleared.at('icon'), cleared.at('proxyUrl')], ['home', null])
    expectError(await api.call('PUT', `${all}/${unknownId}`, { body: { name: 'x' } }), 404)
  })

  test('the slugName cannot change, and may be sent as it is', async () => {
    const slugName = newSlug()
    const { url } = await make({ slugName })
    assert.equal((await api.call('PUT', url, { body: { name: 'x', slugName } })).status, 200)
    const changed = { name: 'x', slugName: newSlug() }
    expectInvalid(await api.call('PUT', url, { body: changed }), 'payload', ['slugName'])
  })

  test('the password of a proxy is never shown, and stays when the shown value is sent back', async () => {
    const proxyUrl = 'http://ada:hunter2@proxy:3128'
    const shown = 'http://ada:*********@proxy:3128'
    const { url, id, made } = await make({ proxyUrl })
    const written = await api.call('PUT', url, { body: { name: 'Office', proxyUrl: shown } })
    for (const answer of [made, written, await api.call('GET', url)]) {
      assert.equal(answer.at('proxyUrl'), shown)
      assert.ok(!answer.text.includes('hunter2'))
    }
    assert.ok(!(await api.call('GET', all)).text.includes('hunter2'))
    assert.equal(await storedProxy(id), proxyUrl)
    const row = await findPrivateLocation(api.store.read, { accountId: api.accountId, id })
    assert.ok(!JSON.stringify(row).includes('hunter2'))
  })

  test('a masked password is not sent to another proxy', async () => {
    const { url, id } = await make({ proxyUrl: 'http://ada:hunter2@proxy:3128' })
    const body = { name: 'Office', proxyUrl: 'http://ada:*********@elsewhere:3128' }
    expectInvalid(await api.call('PUT', url, { body }), 'payload', ['proxyUrl'])
    expectInvalid(await create(body), 'payload', ['proxyUrl'])
    assert.equal(await storedProxy(id), 'http://ada:hunter2@proxy:3128')
  })

  for (const proxyUrl of ['https://proxy', '{{PROXY_URL}}', 'http://{{ USER }}:{{PASSWORD}}@proxy:1', null]) {
    test(`the proxy ${proxyUrl} is accepted`, async () => {
      const { id } = await make({ proxyUrl })
      assert.equal(await storedProxy(id), proxyUrl)
    })
  }

  const badBodies: [object, string[]][] = [
    [{ name: undefined }, ['name']],
    [{ name: '' }, ['name']],
    [{ name: 'n'.repeat(201) }, ['name']],
    [{ slugName: undefined }, ['slugName']],
    [{ icon: 7 }, ['icon']],
    ...['proxy:3128', 'ftp://proxy', 'http://', 'http:///x', 'http://a b', 'socks5://proxy', '', 7].map(
      (proxyUrl): [object, string[]] => [{ proxyUrl }, ['proxyUrl']],
    ),
  ]
  for (const [body, keys] of badBodies) {
    test(`a new location with ${JSON.stringify(body).slice(0, 40)} is refused`, async () => {
      expectInvalid(await create(body), 'payload', keys)
    })
  }

  test('an update without a name, or with a wrong proxy, is refused', async () => {
    const { url } = await make()
    expectInvalid(await api.call('PUT', url, { body: {} }), 'payload', ['name'])
    const body = { name: 'x', proxyUrl: 'proxy' }
    expectInvalid(await api.call('PUT', url, { body }), 'payload', ['proxyUrl'])
  })

  test('a malformed id is refused', async () => {
    expectInvalid(await api.call('GET', `${all}/office`), 'params', ['id'])
    expectInvalid(await api.call('DELETE', `${all}/${unknownId}/keys/abc`), 'params', ['keyId'])
  })

  test('a location that was found unavailable says so', async () => {
    const { url, id } = await make()
    const since = Date.UTC(2026, 3, 1, 10)
    await api.store.write((db) => setUnavailable(db, id, since))
    assert.match(
      String((await api.call('GET', url)).at('notices.0')),
      /^Unavailable since Apr 1, 2026, 10:00 UTC: /,
    )
  })
})
