import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hourMs } from '@sonde/ground/durations.ts'
import { activeMaintenances } from '@sonde/store/maintenance/maintenances.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { statusPageCalls } from '../../testing/status-pages.ts'

const all = '/v1/maintenance-windows'

forOneEngine('occurrences of a maintenance window', (engine) => {
  const api = apiUnderTest(engine)
  const { makeService, makePage, subscribe, mailed } = statusPageCalls(api)

  const iso = (hours: number) => new Date(api.clock.now() + hours * hourMs).toISOString()

  /** A window that begins in so many hours, and the way to its first occurrence. */
  async function makeOne(hours: number, fields: object = {}) {
    const body = {
      name: 'Upgrade',
      startsAt: iso(hours),
      endsAt: iso(hours + 2),
      silenceAllAlerts: true,
      ...fields,
    }
    const made = await api.call('POST', all, { body })
    assert.equal(made.status, 201, made.text)
    const windowId = Number(made.at('id'))
    const list = await api.call('GET', `${all}/${windowId}/maintenances?limit=50`)
    assert.ok(Array.isArray(list.body))
    const url = `${all}/${windowId}/maintenances/${list.textAt(`${list.body.length - 1}.id`)}`
    const isActive = async () => {
      const at = api.clock.now()
      const active = await activeMaintenances(api.store.read, { at })
      return active.some((one) => one.windowId === windowId && one.startsAt <= at && at < one.endsAt)
    }
    const post = (status: string, more: object = {}) =>
      api.call('POST', `${url}/updates`, { body: { status, description: `now ${status}`, ...more } })
    return { windowId, windowUrl: `${all}/${windowId}`, url, isActive, post }
  }

  test('an occurrence is shown with what its window says', async () => {
    const { url, windowId } = await makeOne(1)
    const shown = await api.call('GET', url)
    assert.equal(shown.status, 200, shown.text)
    assert.deepEqual(
      [shown.at('maintenanceWindowId'), shown.at('status'), shown.at('updates')],
      [windowId, 'SCHEDULED', []],
    )
  })

  for (const status of ['COMPLETED', 'CANCELLED']) {
    test(`${status} ends the effects at once`, async () => {
      const { url, isActive, post } = await makeOne(-1)
      assert.equal(await isActive(), true)
      const update = await post(status)
      assert.equal(update.status, 201, update.text)
      assert.deepEqual([update.at('status'), update.at('previousStatus')], [status, 'IN_PROGRESS'])
      assert.equal(update.at('dateAdjustments.endsAt'), update.at('created_at'))
      assert.equal(await isActive(), false)
      const shown = await api.call('GET', url)
      assert.deepEqual([shown.at('status'), shown.at('updates.0.status')], [status, status])
      assert.equal(shown.at('updates.1.description'), 'The maintenance has started.')
    })
  }

  test('begun early by hand, it starts now', async () => {
    const { url, isActive, post } = await makeOne(5)
    assert.equal(await isActive(), false)
    const planned = (await api.call('GET', url)).at('startsAt')
    const update = await post('IN_PROGRESS')
    assert.equal(update.at('previousStartsAt'), planned)
    assert.equal(await isActive(), true)
    assert.equal((await post('VERIFYING')).at('previousStatus'), 'IN_PROGRESS')
    assert.equal(await isActive(), true)
  })

  test('it is reopened with a new end only', async () => {
    const { url, isActive, post } = await makeOne(-1)
    await post('COMPLETED')
    expectInvalid(await post('IN_PROGRESS'), 'payload', ['status'])
    assert.equal((await api.call('PATCH', url, { body: { endsAt: iso(3) } })).at('status'), 'COMPLETED')
    assert.equal(await isActive(), false)
    assert.equal((await post('IN_PROGRESS')).status, 201)
    assert.equal(await isActive(), true)
    expectInvalid(await post('SCHEDULED'), 'payload', ['status'])
  })

  test('one that waits for a person begins and ends by updates', async () => {
    const statusPageVisibility = { enabled: true, autoStart: false, autoEnd: false }
    const { url, isActive, post } = await makeOne(1, { statusPageVisibility })
    api.clock.advance(1.5 * hourMs)
    assert.deepEqual([(await api.call('GET', url)).at('status'), await isActive()], ['SCHEDULED', false])
    await post('IN_PROGRESS')
    api.clock.advance(10 * hourMs)
    assert.deepEqual([(await api.call('GET', url)).at('status'), await isActive()], ['IN_PROGRESS', true])
    await post('COMPLETED')
    assert.equal(await isActive(), false)
  })

  test('moved, it alone has other dates, and keeps them when the window changes', async () => {
    const { url, windowUrl } = await makeOne(1, { repeatInterval: 1, repeatUnit: 'DAY' })
    const own = { startsAt: iso(5), endsAt: iso(6) }
    const moved = await api.call('PATCH', url, { body: own })
    assert.equal(moved.status, 200, moved.text)
    const list = await api.call('GET', `${windowUrl}/maintenances?limit=50`)
    assert.ok(Array.isArray(list.body) && list.body.length === 8)
    await api.call('PUT', windowUrl, { body: { startsAt: iso(2), endsAt: iso(3) } })
    const after = await api.call('GET', url)
    assert.deepEqual([after.at('startsAt'), after.at('endsAt')], [own.startsAt, own.endsAt])
    const others = await api.call('GET', `${windowUrl}/maintenances?limit=50`)
    assert.ok(Array.isArray(others.body) && others.body.length === 8)
    assert.notEqual(others.at('0.startsAt'), list.at('0.startsAt'))
  })

  test('moved into the past, it is under way', async () => {
    const { url, isActive } = await makeOne(4)
    const moved = await api.call('PATCH', url, { body: { startsAt: iso(-1) } })
    assert.equal(moved.at('status'), 'IN_PROGRESS')
    assert.equal(await isActive(), true)
    const ended = await api.call('PATCH', url, { body: { endsAt: iso(-0.5) } })
    assert.deepEqual([ended.at('status'), await isActive()], ['COMPLETED', false])
  })

  test('dates that make no sense are refused, and change nothing', async () => {
    const { url } = await makeOne(-1)
    const shown = (await api.call('GET', url)).at('endsAt')
    for (const [body, keys] of [
      [{ endsAt: iso(-3) }, ['endsAt']],
      [{ startsAt: iso(9) }, ['startsAt']],
      [{ startsAt: iso(1) }, ['startsAt']],
      [{ startsAt: 'x', endsAt: 7 }, ['startsAt', 'endsAt']],
      [{ startsAt: iso(2), endsAt: iso(1) }, ['endsAt']],
    ] as const) {
      expectInvalid(await api.call('PATCH', url, { body }), 'payload', keys)
    }
    const after = await api.call('PATCH', url, { body: {} })
    assert.deepEqual([after.status, after.at('endsAt')], [200, shown])
  })

  test('deleted, it is gone for good and its effects with it', async () => {
    const { url, windowUrl, isActive } = await makeOne(-1, { repeatInterval: 1, repeatUnit: 'DAY' })
    assert.equal(await isActive(), true)
    assert.equal((await api.call('DELETE', url)).status, 204)
    assert.equal(await isActive(), false)
    expectError(await api.call('GET', url), 404)
    expectError(await api.call('DELETE', url), 404)
    await api.call('PUT', windowUrl, { body: { endsAt: iso(3) } })
    assert.equal(await isActive(), false)
    const list = await api.call('GET', `${windowUrl}/maintenances`)
    assert.equal(list.headers['content-range']?.split('/')[1], '8')
  })

  test('the subscribers of its pages are mailed by an update that says so, and by no edit of it', async () => {
    const serviceId = await makeService()
    const pageId = (await makePage([serviceId])).textAt('id')
    await subscribe(pageId, ['ada@example.com'])
    const statusPageVisibility = { enabled: true, statusPageIds: [pageId], serviceIds: [serviceId] }
    const { url, post } = await makeOne(-1, { statusPageVisibility })
    await post('VERIFYING')
    assert.deepEqual(await mailed(), [])
    const update = await post('VERIFYING', { notifySubscribers: true })
    assert.deepEqual([update.at('notifySubscribers'), await mailed()], [true, ['ada@example.com']])
    await api.call('PUT', `${url}/updates/${update.textAt('id')}`, { body: { description: 'better' } })
    assert.equal((await mailed()).length, 1)
  })

  test('an update is edited, and deleted', async () => {
    const { url, isActive, post } = await makeOne(-1)
    await post('VERIFYING', { notifySubscribers: true })
    const update = await post('VERIFYING')
    const one = `${url}/updates/${update.textAt('id')}`
    const edited = await api.call('PUT', one, { body: { description: 'better words' } })
    assert.equal(edited.status, 200, edited.text)
    assert.deepEqual([edited.at('description'), edited.at('status')], ['better words', 'VERIFYING'])
    assert.equal(await isActive(), true)
    const ended = await api.call('PUT', one, { body: { description: 'done', status: 'COMPLETED' } })
    assert.equal(ended.at('status'), 'COMPLETED')
    assert.deepEqual([(await api.call('GET', url)).at('status'), await isActive()], ['COMPLETED', false])
    assert.equal((await api.call('DELETE', one)).status, 204)
    expectError(await api.call('DELETE', one), 404)
    expectError(await api.call('PUT', one, { body: { description: 'x' } }), 404)
    assert.equal((await api.call('GET', url)).at('status'), 'COMPLETED')
  })

  test('an older update is only words', async () => {
    const { url, isActive, post } = await makeOne(-1)
    const first = await post('IN_PROGRESS')
    await post('VERIFYING')
    const path = `${url}/updates/${first.textAt('id')}`
    assert.equal(
      (await api.call('PUT', path, { body: { description: 'x', status: 'CANCELLED' } })).status,
      200,
    )
    assert.equal(await isActive(), true)
  })

  for (const [body, keys] of [
    [{}, ['status', 'description']],
    [{ status: 'DONE', description: 'x' }, ['status']],
    [{ status: 'COMPLETED', description: '' }, ['description']],
    [{ status: 'COMPLETED', description: 'd'.repeat(2_001) }, ['description']],
    [{ status: 'COMPLETED', description: 'x', notifySubscribers: 'yes' }, ['notifySubscribers']],
  ] as const) {
    test(`the update ${JSON.stringify(body).slice(0, 60)} is refused`, async () => {
      const { url, isActive } = await makeOne(-1)
      expectInvalid(await api.call('POST', `${url}/updates`, { body }), 'payload', keys)
      assert.equal(await isActive(), true)
    })
  }
})
