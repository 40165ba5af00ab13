import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { operations } from '../../testing/monitors/field-case.ts'
import { statusPageCalls } from '../../testing/status-pages.ts'
import { makeMonitor, showMonitor, writeMonitor } from '../../testing/monitors/write-icmp.ts'

const path = '/v1/status-pages/services'

forEachEngine('status page services', (engine) => {
  const api = apiUnderTest(engine)
  const { makeService, makePage, makeIncident } = statusPageCalls(api)
  const triggerOf = (serviceId: string) => ({
    serviceId,
    severity: 'MAJOR',
    name: 'Down',
    description: 'd',
    notifySubscribers: false,
  })
  async function stranger() {
    const user = await api.makeUser()
    return { key: user.key, account: await api.makeAccount(user.id) }
  }

  test('are made, shown, renamed and deleted', async () => {
    const created = await api.call('POST', path, { body: { name: 'Payments', id: 'ignored' } })
    assert.equal(created.status, 201, created.text)
    const id = created.textAt('id')
    assert.deepEqual(created.body, {
      id,
      accountId: api.accountId,
      name: 'Payments',
      created_at: new Date(api.clock.now()).toISOString(),
      updated_at: null,
      follows: null,
      projectBindings: { owner: null, references: [] },
    })
    const renamed = await api.call('PUT', `${path}/${id}`, { body: { name: 'Refunds' } })
    assert.equal(renamed.status, 200, renamed.text)
    assert.equal(renamed.at('updated_at'), new Date(api.clock.now()).toISOString())
    assert.deepEqual((await api.call('GET', `${path}/${id}`)).body, renamed.body)
    assert.equal((await api.call('DELETE', `${path}/${id}`)).status, 204)
    expectError(await api.call('DELETE', `${path}/${id}`), 404)
    expectError(await api.call('GET', `${path}/${id}`), 404)
    expectError(await api.call('PUT', `${path}/${id}`, { body: { name: 'x' } }), 404)
  })

  test('need a name that can be seen', async () => {
    for (const name of [' ', '\t\n', '\u00a0\u2003']) {
      expectInvalid(await api.call('POST', path, { body: { name } }), 'payload', ['name'])
    }
    assert.equal((await api.call('POST', path, { body: { name: ' x ' } })).status, 201)
  })

  test('need a name', async () => {
    const id = await makeService()
    for (const body of [{}, { name: '' }, { name: 7 }, { name: 'n'.repeat(256) }]) {
      expectInvalid(await api.call('POST', path, { body }), 'payload', ['name'])
      expectInvalid(await api.call('PUT', `${path}/${id}`, { body }), 'payload', ['name'])
    }
    assert.equal((await api.call('GET', `${path}/${id}`)).at('name'), 'Payments')
  })

  test('come in pages that new ones do not shift, or all at once', async () => {
    const reader = await stranger()
    const ids: string[] = []
    for (let index = 0; index < 5; index += 1) ids.push(await makeService(`S${index}`, reader))
    const seen: string[] = []
    let next: unknown = null
    do {
      const cursor: string = typeof next === 'string' ? `&nextId=${next}` : ''
      const page = await api.call('GET', `${path}?limit=2${cursor}`, reader)
      assert.equal(page.status, 200, page.text)
      const entries = page.at('entries')
      assert.ok(Array.isArray(entries))
      assert.equal(page.at('length'), entries.length)
      seen.push(...entries.map(({ id }) => String(id)))
      next = page.at('nextId')
      await makeService('Late', reader)
    } while (next !== null)
    assert.deepEqual(seen, ids.toReversed())

    const all = await api.call('GET', `${path}?paginated=false`, reader)
    assert.ok(Array.isArray(all.body))
    assert.equal(all.body.length, 8)
    expectInvalid(await api.call('GET', `${path}?nextId=x`, reader), 'query', ['nextId'])
    for (const limit of ['0', '101', '1.5']) {
      expectInvalid(await api.call('GET', `${path}?limit=${limit}`, reader), 'query', ['limit'])
    }
  })

  test('of one account are nothing to another, and its positions neither', async () => {
    const id = await makeService()
    await makeService()
    const other = await stranger()
    expectError(await api.call('GET', `${path}/${id}`, other), 404)
    expectError(await api.call('PUT', `${path}/${id}`, { ...other, body: { name: 'x' } }), 404)
    expectError(await api.call('DELETE', `${path}/${id}`, other), 404)
    assert.deepEqual((await api.call('GET', path, other)).body, { length: 0, entries: [], nextId: null })
    const { nextId } = (await api.call('GET', `${path}?limit=1`)).record()
    assert.equal((await api.call('GET', `${path}?nextId=${String(nextId)}`)).status, 200)
    expectInvalid(await api.call('GET', `${path}?nextId=${String(nextId)}`, other), 'query', ['nextId'])
    const pages = await api.call('GET', `/v1/status-pages?nextId=${String(nextId)}`)
    expectInvalid(pages, 'query', ['nextId'])
  })

  test('may be read by everybody and written by whoever may write', async () => {
    const id = await makeService()
    const key = await api.makeServiceKey(api.accountId, 'READ_RUN')
    assert.equal((await api.call('GET', `${path}/${id}`, { key })).status, 200)
    expectError(await api.call('POST', path, { key, body: { name: 'x' } }), 403)
    expectError(await api.call('PUT', `${path}/${id}`, { key, body: { name: 'x' } }), 403)
    expectError(await api.call('DELETE', `${path}/${id}`, { key }), 403)
  })

  test('that are deleted leave cards and checks, and incidents keep their last name', async () => {
    const [id, staying] = [await makeService('Old name'), await makeService('Staying')]
    const page = (await makePage([id, staying])).textAt('id')
    const incident = (await makeIncident([id])).textAt('id')
    const check = await makeMonitor(api, { triggerIncident: triggerOf(id.toUpperCase()), tags: ['t'] })
    const other = await makeMonitor(api, { triggerIncident: triggerOf(staying), description: id })
    await api.call('PUT', `${path}/${id}`, { body: { name: 'Last name' } })
    const heard: (string | null)[] = []
    const { announceChange, checkWritten } = api.runs
    api.runs.announceChange = async (_db, checkId) => void heard.push(checkId)
    api.runs.checkWritten = async (written) => void heard.push(written.id)
    const before = (await showMonitor(api, check)).textAt('created_at')

    assert.equal((await api.call('DELETE', `${path}/${id}`)).status, 204)
    Object.assign(api.runs, { announceChange, checkWritten })

    const services = (await api.call('GET', `/v1/status-pages/${page}`)).at('cards.0.services')
    assert.ok(Array.isArray(services))
    assert.deepEqual(
      services.map(({ name }) => name),
      ['Staying'],
    )
    const shown = await showMonitor(api, check)
    assert.equal(shown.at('triggerIncident'), null)
    assert.deepEqual(shown.at('tags'), ['t'])
    assert.ok(shown.textAt('updated_at') > before)
    assert.equal((await showMonitor(api, other)).at('triggerIncident.serviceId'), staying)
    const kept = await api.call('GET', `/v1/status-pages/incidents/${incident}`)
    assert.deepEqual([kept.at('services.0.id'), kept.at('services.0.name')], [id, 'Last name'])
    assert.deepEqual(heard, [check, check])
  })

  for (const operation of operations) {
    test(`that a check names must be of its account on ${operation}`, async () => {
      const theirs = await makeService('Theirs', await stranger())
      const id = await makeMonitor(api)
      for (const serviceId of [randomUUID(), theirs]) {
        const refused = await writeMonitor(api, operation, id, { triggerIncident: triggerOf(serviceId) })
        expectInvalid(refused, 'payload', ['triggerIncident.serviceId'])
      }
      const mine = await makeService()
      const written = await writeMonitor(api, operation, id, { triggerIncident: triggerOf(mine) })
      assert.ok(written.status < 300, written.text)
      assert.deepEqual(written.at('triggerIncident'), triggerOf(mine))
    })
  }

  test('are not deleted under a check that begins to name them', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await makeService()
      const [written, deleted] = await Promise.all([
        writeMonitor(api, 'create', '', { triggerIncident: triggerOf(id) }),
        api.call('DELETE', `${path}/${id}`),
      ])
      assert.equal(deleted.status, 204)
      if (written.status === 400) continue
      assert.equal(written.status, 201, written.text)
      assert.equal((await showMonitor(api, written.textAt('id'))).at('triggerIncident'), null)
    }
  })
})
