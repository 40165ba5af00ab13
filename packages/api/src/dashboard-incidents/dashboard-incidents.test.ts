import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { unknownId } from '../../testing/samples/operation-sample.ts'

const route = '/v1/incidents'

forOneEngine('incidents of dashboards', (engine) => {
  const api = apiUnderTest(engine)
  const makeDashboard = async () =>
    Number((await api.call('POST', '/v1/dashboards', { body: { header: 'Shop' } })).at('id'))
  const post = (body: object) => api.call('POST', route, { body })
  const bodyFor = (dashboardId: number) => ({
    name: 'Slow',
    impact: 'MAJOR',
    startedAt: '2026-08-01T10:00:00.000Z',
    dashboardId,
    incidentUpdates: [{ status: 'INVESTIGATING', description: 'We look.' }],
  })
  const make = async () => {
    const made = await post(bodyFor(await makeDashboard()))
    assert.equal(made.status, 200, made.text)
    return made
  }

  test('one is made with exactly one update, and answered with 200', async () => {
    const dashboardId = await makeDashboard()
    const made = await post(bodyFor(dashboardId))
    assert.equal(made.status, 200, made.text)
    const { name, impact, startedAt, stoppedAt, updated_at: updatedAt } = made.record()
    assert.deepEqual(
      { name, impact, startedAt, stoppedAt, updatedAt },
      {
        name: 'Slow',
        impact: 'MAJOR',
        startedAt: '2026-08-01T10:00:00.000Z',
        stoppedAt: null,
        updatedAt: null,
      },
    )
    assert.equal(made.at('dashboardId'), dashboardId)
    assert.equal(made.at('incidentUpdates.0.status'), 'INVESTIGATING')
    const update = { status: 'RESOLVED', description: 'd' }
    const path = 'incidentUpdates'
    expectInvalid(await post({ ...bodyFor(dashboardId), [path]: [] }), 'payload', [path])
    expectInvalid(await post({ ...bodyFor(dashboardId), [path]: [update, update] }), 'payload', [path])
    const { impact: _impact, ...withoutImpact } = bodyFor(dashboardId)
    assert.equal((await post(withoutImpact)).at('impact'), 'MINOR')
  })

  test('those of a dashboard are listed newest first, each with its newest update', async () => {
    const dashboard = await api.call('POST', '/v1/dashboards', { body: { header: 'Shop' } })
    const body = bodyFor(Number(dashboard.at('id')))
    const first = (await post(body)).textAt('id')
    const second = (await post({ ...body, name: 'Slower' })).textAt('id')
    const update = { status: 'RESOLVED', description: 'Over.' }
    await api.call('POST', `${route}/${first}/updates`, { body: update })
    await make()
    const path = `/v1/dashboards/${dashboard.textAt('dashboardId')}/incidents`
    const listed = await api.call('GET', path)
    assert.ok(Array.isArray(listed.body))
    assert.deepEqual(listed.body.map(({ id }) => id).toSorted(), [first, second].toSorted())
    const ofFirst = listed.body.find(({ id }) => id === first)
    assert.deepEqual(
      ofFirst.incidentUpdates.map(({ status }: { status: string }) => status),
      ['RESOLVED'],
    )
    const one = await api.call('GET', `${path}?limit=1&page=2`)
    assert.equal(String(one.headers['content-range']), 'items 1-1/2')
    const stranger = await api.makeUser()
    const account = await api.makeAccount(stranger.id)
    expectError(await api.call('GET', path, { key: stranger.key, account }), 404)
  })

  test('what makes no sense is refused by name', async () => {
    const dashboardId = await makeDashboard()
    const cases: [object, string][] = [
      [{ impact: 'HUGE' }, 'impact'],
      [{ name: '' }, 'name'],
      [{ startedAt: 'yesterday' }, 'startedAt'],
      [{ startedAt: '2026-02-30T00:00:00Z' }, 'startedAt'],
      [{ stoppedAt: '2026-07-31T00:00:00Z' }, 'stoppedAt'],
      [{ dashboardId: 'x' }, 'dashboardId'],
      [{ incidentUpdates: [{ status: 'GONE', description: 'd' }] }, 'incidentUpdates.0.status'],
    ]
    for (const [fields, path] of cases) {
      expectInvalid(await post({ ...bodyFor(dashboardId), ...fields }), 'payload', [path])
    }
  })

  test('a dashboard of another account is not found', async () => {
    expectError(await post(bodyFor(9_999_999)), 404)
    const account = await api.makeAccount(api.ownerId)
    const body = bodyFor(await makeDashboard())
    expectError(await api.call('POST', route, { body, account }), 404)
    const { id } = (await make()).record()
    expectError(await api.call('GET', `${route}/${String(id)}`, { account }), 404)
  })

  test('it is shown with its newest update, or with all of them', async () => {
    const id = (await make()).textAt('id')
    for (const status of ['IDENTIFIED', 'MONITORING', 'RESOLVED']) {
      const body = { status, description: status }
      const added = await api.call('POST', `${route}/${id}/updates`, { body, afterMs: 0 })
      assert.equal(added.status, 201, added.text)
      assert.equal(added.at('incidentId'), id)
    }
    const one = await api.call('GET', `${route}/${id}`)
    assert.equal(one.at('incidentUpdates.0.status'), 'RESOLVED')
    assert.equal(one.at('incidentUpdates.1'), undefined)
    const all = await api.call('GET', `${route}/${id}?includeAllIncidentUpdates=true`)
    const statuses = [0, 1, 2, 3].map((index) => all.at(`incidentUpdates.${index}.status`))
    assert.deepEqual(statuses, ['RESOLVED', 'MONITORING', 'IDENTIFIED', 'INVESTIGATING'])
  })

  test('an update of it changes name, impact and the times that are sent', async () => {
    const id = (await make()).textAt('id')
    const stoppedAt = '2026-08-01T11:00:00.000Z'
    const body = { name: 'Fast', impact: 'MAINTENANCE', stoppedAt }
    const changed = await api.call('PUT', `${route}/${id}?probe=true`, { body })
    assert.equal(changed.status, 200, changed.text)
    assert.deepEqual(
      [changed.at('name'), changed.at('impact'), changed.at('startedAt'), changed.at('stoppedAt')],
      ['Fast', 'MAINTENANCE', '2026-08-01T10:00:00.000Z', stoppedAt],
    )
    assert.equal(changed.at('incidentUpdates'), null)
    const bare = { name: 'Fast', impact: 'MINOR' }
    assert.equal((await api.call('PUT', `${route}/${id}`, { body: bare })).at('stoppedAt'), stoppedAt)
    const cleared = await api.call('PUT', `${route}/${id}`, { body: { ...bare, stoppedAt: null } })
    assert.equal(cleared.at('stoppedAt'), null)
    expectInvalid(await api.call('PUT', `${route}/${id}`, { body: { name: 'x' } }), 'payload', ['impact'])
    expectError(await api.call('PUT', `${route}/${unknownId}`, { body: bare }), 404)
  })

  test('an update is edited and deleted, but never the last one', async () => {
    const made = await make()
    const id = made.textAt('id')
    const first = made.textAt('incidentUpdates.0.id')
    const edited = await api.call('PUT', `${route}/${id}/updates/${first}`, {
      body: { description: 'Better' },
    })
    assert.equal(edited.status, 200)
    assert.equal(edited.at('description'), 'Better')
    assert.equal(edited.at('status'), 'INVESTIGATING')
    expectError(await api.call('DELETE', `${route}/${id}/updates/${first}`), 400)
    await api.call('POST', `${route}/${id}/updates`, { body: { status: 'RESOLVED', description: 'd' } })
    assert.equal((await api.call('DELETE', `${route}/${id}/updates/${first}`)).status, 204)
    expectError(await api.call('DELETE', `${route}/${id}/updates/${first}`), 404)
    const other = (await make()).textAt('id')
    const newest = (await api.call('GET', `${route}/${id}`)).textAt('incidentUpdates.0.id')
    expectError(await api.call('DELETE', `${route}/${other}/updates/${newest}`), 404)
  })

  test('one that is deleted is gone with its updates', async () => {
    const id = (await make()).textAt('id')
    assert.equal((await api.call('DELETE', `${route}/${id}`)).status, 204)
    expectError(await api.call('GET', `${route}/${id}`), 404)
    expectError(await api.call('DELETE', `${route}/${id}`), 404)
    const left = await api.store.read
      .selectFrom('dashboard_incident_updates')
      .select('id')
      .where('incident_id', '=', id)
      .execute()
    assert.deepEqual(left, [])
  })
})
