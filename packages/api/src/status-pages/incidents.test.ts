import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { defaultAlertingSettings } from '@sonde/alerting/alerting-settings.ts'
import { waitingMails } from '@sonde/status-pages/testing/status-pages.ts'
import { forEachEngine, forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest, publicUrl } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { incidentBody, statusPageCalls } from '../../testing/status-pages.ts'

const path = '/v1/status-pages/incidents'
const iso = (at: number) => new Date(at).toISOString()

forEachEngine('status page incidents of many writers', (engine) => {
  const api = apiUnderTest(engine)
  const { makeService, makePage, makeIncident, subscribe, post, mailed } = statusPageCalls(api)

  test('lose no update and no mail', async () => {
    const service = await makeService()
    const page = await makePage([service])
    await subscribe(page.textAt('id'), ['crowd@example.net'])
    const [first, second] = [await makeIncident([service]), await makeIncident([service])]
    const posted = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        post((index % 2 === 0 ? first : second).textAt('id'), { notifySubscribers: true }),
      ),
    )
    assert.deepEqual(new Set(posted.map(({ status }) => status)), new Set([200]))
    const mails = (await mailed()).filter((address) => address === 'crowd@example.net')
    assert.equal(mails.length, 10)
    for (const incident of [first, second]) {
      const updates = (await api.call('GET', `${path}/${incident.textAt('id')}`)).at('incidentUpdates')
      assert.ok(Array.isArray(updates))
      assert.equal(new Set(updates.map(({ created_at }) => created_at)).size, 6)
    }
  })
})

forOneEngine('status page incidents', (engine) => {
  const api = apiUnderTest(engine)
  const { makeService, makePage, makeIncident, subscribe, post, mailed } = statusPageCalls(api)
  const show = (id: string) => api.call('GET', `${path}/${id}`)
  async function stranger() {
    const user = await api.makeUser()
    return { key: user.key, account: await api.makeAccount(user.id) }
  }

  test('are listed by whether they go on', async () => {
    const service = await makeService()
    const [open, resolved] = [await makeIncident([service]), await makeIncident([service])]
    const body = { status: 'RESOLVED', description: 'Over.' }
    await api.call('POST', `${path}/${resolved.textAt('id')}/incident-updates`, { body })
    for (const [isOpen, there, gone] of [
      [true, open, resolved],
      [false, resolved, open],
    ] as const) {
      const listed = await api.call('GET', `${path}?isOpen=${isOpen}&limit=100`)
      assert.ok(listed.text.includes(there.textAt('id')), listed.text)
      assert.ok(!listed.text.includes(gone.textAt('id')), listed.text)
    }
  })

  test('are opened with one update and shown with their services', async () => {
    const service = await makeService()
    const made = await makeIncident([service.toUpperCase(), service])
    const { id, services, incidentUpdates, ...rest } = made.record()
    const now = iso(api.clock.now())
    assert.deepEqual(rest, {
      name: 'Payments are slow',
      severity: 'MAJOR',
      lastUpdateStatus: 'INVESTIGATING',
      duration: null,
      components: [],
      checkId: null,
      automationRuleId: null,
      draftUpdate: null,
      created_at: now,
      updated_at: now,
    })
    assert.ok(Array.isArray(services) && Array.isArray(incidentUpdates))
    assert.deepEqual(
      services.map((named) => named.id),
      [service],
    )
    assert.deepEqual(incidentUpdates, [
      {
        id: made.textAt('incidentUpdates.0.id'),
        description: 'We look into it.',
        status: 'INVESTIGATING',
        publicIncidentUpdateDate: now,
        notifySubscribers: false,
        created_at: now,
      },
    ])
    assert.deepEqual((await show(String(id))).body, made.body)
    assert.deepEqual((await api.call('GET', path)).at('entries.0'), made.body)
  })

  test('SA 43: need exactly one update and at least one service; PATCH changes the severity', async () => {
    const service = await makeService()
    const update = { description: 'd' }
    for (const incidentUpdates of [[], [update, update]]) {
      const body = incidentBody([service], {}, { incidentUpdates })
      expectInvalid(await api.call('POST', path, { body }), 'payload', ['incidentUpdates'])
    }
    expectInvalid(await api.call('POST', path, { body: incidentBody([]) }), 'payload', ['services'])
    const made = await makeIncident([service])
    const patched = await api.call('PATCH', `${path}/${made.textAt('id')}`, { body: { severity: 'MINOR' } })
    assert.equal(patched.status, 200, patched.text)
    assert.deepEqual([patched.at('severity'), patched.at('name')], ['MINOR', 'Payments are slow'])
    for (const body of [{}, { severity: 'HUGE' }]) {
      const refused = await api.call('PATCH', `${path}/${made.textAt('id')}`, { body })
      expectInvalid(refused, 'payload', ['severity'])
    }
  })

  test('with other mistakes are refused by name, and nothing is written', async () => {
    const service = await makeService()
    const theirs = await makeService('Theirs', await stranger())
    const before = await api.call('GET', path)
    const ahead = iso(api.clock.now() + 400_000)
    const first = (field: string) => [`incidentUpdates.0.${field}`]
    for (const [body, keys] of [
      [incidentBody([service], {}, { name: undefined, severity: 'BAD' }), ['name', 'severity']],
      [incidentBody([service], {}, { name: 'n'.repeat(256) }), ['name']],
      [incidentBody([service, theirs, randomUUID()]), ['services.1.id', 'services.2.id']],
      [incidentBody([service], { description: undefined }), first('description')],
      [incidentBody([service], { status: 'FINE' }), first('status')],
      [incidentBody([service], { publicIncidentUpdateDate: 'tomorrow' }), first('publicIncidentUpdateDate')],
      [incidentBody([service], { publicIncidentUpdateDate: ahead }), first('publicIncidentUpdateDate')],
      [
        incidentBody([service], { publicIncidentUpdateDate: '2016-12-31T23:59:60Z' }),
        first('publicIncidentUpdateDate'),
      ],
      [
        incidentBody([service], { publicIncidentUpdateDate: '1812-01-01T00:00:00Z' }),
        first('publicIncidentUpdateDate'),
      ],
    ] as const) {
      expectInvalid(await api.call('POST', path, { body }), 'payload', keys)
    }
    assert.deepEqual((await api.call('GET', path)).body, before.body)
  })

  test('end with RESOLVED, go on when opened again, and follow their public dates', async () => {
    const service = await makeService()
    const start = api.clock.now() - 4 * 3_600_000
    const at = (minutes: number) => iso(start + minutes * 60_000)
    const made = await makeIncident([service], { publicIncidentUpdateDate: at(0) })
    const id = made.textAt('id')
    const stand = async () => {
      const shown = await show(id)
      return [shown.at('lastUpdateStatus'), shown.at('duration')]
    }
    const resolved = await post(id, { status: 'RESOLVED', publicIncidentUpdateDate: at(30) })
    assert.equal(resolved.status, 200, resolved.text)
    assert.deepEqual(await stand(), ['RESOLVED', 1_800])
    await post(id, { publicIncidentUpdateDate: at(60) })
    assert.deepEqual(await stand(), ['INVESTIGATING', null])
    const last = await post(id, { status: 'RESOLVED', publicIncidentUpdateDate: at(90) })
    assert.deepEqual(await stand(), ['RESOLVED', 5_400])
    await post(id, { status: 'RESOLVED', publicIncidentUpdateDate: at(120) })
    assert.deepEqual(await stand(), ['RESOLVED', 5_400])

    const updates = `${path}/${id}/incident-updates`
    const moved = { description: 'Was earlier', publicIncidentUpdateDate: at(80) }
    await api.call('PUT', `${updates}/${last.textAt('id')}`, { body: moved })
    assert.deepEqual(await stand(), ['RESOLVED', 4_800])
    assert.equal((await api.call('DELETE', `${updates}/${last.textAt('id')}`)).status, 204)
    assert.deepEqual(await stand(), ['RESOLVED', 7_200])
    const listed = await api.call('GET', updates)
    assert.ok(Array.isArray(listed.body))
    assert.deepEqual(
      listed.body.map(({ publicIncidentUpdateDate }) => publicIncidentUpdateDate),
      [at(120), at(60), at(30), at(0)],
    )
  })

  test('SA 40: one that is over is told with a single RESOLVED update and no mail', async () => {
    const service = await makeService()
    const page = await makePage([service])
    await subscribe(page.textAt('id'), ['case40@example.net'])
    const past = iso(api.clock.now() - 86_400_000)
    const made = await makeIncident([service], { status: 'RESOLVED', publicIncidentUpdateDate: past })
    assert.deepEqual([made.at('duration'), made.at('lastUpdateStatus')], [0, 'RESOLVED'])
    assert.equal((await api.call('GET', path)).at('entries.0.id'), made.at('id'))
    const shown = await api.call('GET', `/v1/status-pages/${page.textAt('id')}`)
    assert.equal(shown.at('incidents.0.id'), made.at('id'))
    assert.ok(!(await mailed()).includes('case40@example.net'))
  })

  test('SA 41: show on every page of their services and are told to each verified subscriber once', async () => {
    const [service, other] = [await makeService('Payments'), await makeService('Other')]
    const x = await makePage([service, other], { name: 'X' })
    const y = await makePage([service], { name: 'Y' })
    await subscribe(x.textAt('id'), ['case41@example.net', 'case41-x@example.net'])
    await subscribe(y.textAt('id'), ['case41@example.net'])
    await subscribe(y.textAt('id'), ['case41-pending@example.net'], false)
    const before = (await mailed()).length
    const made = await makeIncident([service], { notifySubscribers: true, status: 'IDENTIFIED' })
    for (const page of [x, y]) {
      const shown = await api.call('GET', `/v1/status-pages/${page.textAt('id')}`)
      assert.equal(shown.at('incidents.0.id'), made.at('id'))
    }
    const mails = (await waitingMails(api.store, api.accountId)).slice(before)
    assert.deepEqual(mails.map(({ target }) => target).toSorted(), [
      'case41-x@example.net',
      'case41@example.net',
      'case41@example.net',
    ])
    assert.deepEqual(mails.map(({ mail }) => mail.subject).toSorted(), [
      '[X] Payments are slow: Identified',
      '[X] Payments are slow: Identified',
      '[Y] Payments are slow: Identified',
    ])
    for (const { mail } of mails) {
      assert.match(mail.text, /Severity: Major\nStatus: Identified\nAffects: Payments\n\nWe look into it\./)
      assert.ok(mail.text.includes(`${publicUrl}/status/`))
    }
  })

  test('SA 42: an edited update sends nothing, a new one does', async () => {
    const service = await makeService()
    const page = await makePage([service])
    await subscribe(page.textAt('id'), ['case42@example.net'])
    const mine = async () => (await mailed()).filter((address) => address === 'case42@example.net').length
    const made = await makeIncident([service], { notifySubscribers: true })
    assert.equal(await mine(), 1)
    const update = `${path}/${made.textAt('id')}/incident-updates/${made.textAt('incidentUpdates.0.id')}`
    const edited = await api.call('PUT', update, { body: { description: 'Mended', notifySubscribers: true } })
    assert.equal(edited.status, 200, edited.text)
    assert.equal(await mine(), 1)
    await post(made.textAt('id'), { status: 'RESOLVED' })
    assert.equal(await mine(), 1)
    await post(made.textAt('id'), { status: 'RESOLVED', notifySubscribers: true })
    assert.equal(await mine(), 2)
    await api.call('PATCH', `${path}/${made.textAt('id')}`, { body: { severity: 'MINOR' } })
    assert.equal(await mine(), 2)
  })

  test('keep what an edit of an update leaves out', async () => {
    const past = iso(api.clock.now() - 60_000)
    const sent = { status: 'RESOLVED', publicIncidentUpdateDate: past, notifySubscribers: true }
    const made = await makeIncident([await makeService()], sent)
    const update = `${path}/${made.textAt('id')}/incident-updates/${made.textAt('incidentUpdates.0.id')}`
    const edited = await api.call('PUT', update, { body: { description: 'Mended' } })
    const { description, status, publicIncidentUpdateDate, notifySubscribers } = edited.record()
    assert.deepEqual(
      { description, status, publicIncidentUpdateDate, notifySubscribers },
      { ...sent, description: 'Mended' },
    )
    assert.deepEqual((await api.call('GET', update)).body, edited.body)
    expectInvalid(await api.call('PUT', update, { body: {} }), 'payload', ['description'])
    const ahead = { description: 'd', publicIncidentUpdateDate: iso(api.clock.now() + 400_000) }
    expectInvalid(await api.call('PUT', update, { body: ahead }), 'payload', ['publicIncidentUpdateDate'])
    expectInvalid(await post(made.textAt('id'), ahead), 'payload', ['publicIncidentUpdateDate'])
    const soon = { publicIncidentUpdateDate: iso(api.clock.now() + 290_000) }
    assert.equal((await post(made.textAt('id'), soon)).status, 200)
  })

  test('are never left without an update', async () => {
    const made = await makeIncident([await makeService()])
    const id = made.textAt('id')
    const only = `${path}/${id}/incident-updates/${made.textAt('incidentUpdates.0.id')}`
    expectInvalid(await api.call('DELETE', only), 'params', ['incidentUpdateId'])
    const second = (await post(id, { status: 'MONITORING' })).textAt('id')
    assert.equal((await api.call('DELETE', only)).status, 204)
    expectError(await api.call('DELETE', only), 404)
    expectError(await api.call('GET', only), 404)
    expectInvalid(await api.call('DELETE', `${path}/${id}/incident-updates/${second}`), 'params', [
      'incidentUpdateId',
    ])
    assert.equal((await show(id)).at('lastUpdateStatus'), 'MONITORING')
  })

  test('list their latest 100 updates; of those with one date, the one posted last is the last', async () => {
    const made = await makeIncident([await makeService()])
    const id = made.textAt('id')
    for (let index = 0; index < 101; index += 1) {
      const status = index % 2 === 0 ? 'MONITORING' : 'IDENTIFIED'
      const posted = await api.call('POST', `${path}/${id}/incident-updates`, {
        body: { description: `u${index}`, status },
        afterMs: index < 50 ? 0 : 150,
      })
      assert.equal(posted.status, 200, posted.text)
    }
    const listed = await api.call('GET', `${path}/${id}/incident-updates`)
    assert.ok(Array.isArray(listed.body))
    assert.deepEqual(
      listed.body.map(({ description }) => description),
      Array.from({ length: 100 }, (_, index) => `u${100 - index}`),
    )
    assert.deepEqual((await show(id)).at('incidentUpdates'), listed.body)
  })

  test('are replaced without their updates, and may go on to name a service that is gone', async () => {
    const [gone, other] = [await makeService('Gone'), await makeService('Other')]
    const made = await makeIncident([gone])
    const id = made.textAt('id')
    await api.call('DELETE', `/v1/status-pages/services/${gone}`)
    const body = { name: 'Renamed', severity: 'CRITICAL', services: [{ id: other }, { id: gone }] }
    const put = await api.call('PUT', `${path}/${id}`, { body })
    assert.equal(put.status, 200, put.text)
    assert.deepEqual(
      [put.at('name'), put.at('severity'), put.at('services.0.name'), put.at('services.1.name')],
      ['Renamed', 'CRITICAL', 'Other', 'Gone'],
    )
    assert.deepEqual(put.at('incidentUpdates'), made.at('incidentUpdates'))
    assert.ok(put.textAt('updated_at') > made.textAt('updated_at'))
    const fresh = await makeIncident([other])
    expectInvalid(await api.call('PUT', `${path}/${fresh.textAt('id')}`, { body }), 'payload', [
      'services.1.id',
    ])
    const incomplete = { name: 'n', severity: 'MINOR' }
    expectInvalid(await api.call('PUT', `${path}/${id}`, { body: incomplete }), 'payload', ['services'])
    expectInvalid(await api.call('PUT', `${path}/${id}`, { body: { ...body, services: [] } }), 'payload', [
      'services',
    ])
  })

  test('come in pages, newest first', async () => {
    const service = await makeService()
    const ids: string[] = []
    for (let index = 0; index < 3; index += 1) ids.push((await makeIncident([service])).textAt('id'))
    const first = await api.call('GET', `${path}?limit=2`)
    assert.deepEqual([first.at('entries.0.id'), first.at('entries.1.id')], [ids[2], ids[1]])
    await makeIncident([service])
    const rest = await api.call('GET', `${path}?limit=2&nextId=${first.textAt('nextId')}`)
    assert.equal(rest.at('entries.0.id'), ids[0])
  })

  test('are nothing to other accounts, and go when deleted', async () => {
    const made = await makeIncident([await makeService()])
    const other = await stranger()
    const incident = `${path}/${made.textAt('id')}`
    const update = `${incident}/incident-updates/${made.textAt('incidentUpdates.0.id')}`
    const put = { name: 'n', severity: 'MINOR', services: [{ id: await makeService('Theirs', other) }] }
    const calls = [
      ['GET', incident, undefined],
      ['PUT', incident, put],
      ['PATCH', incident, { severity: 'MINOR' }],
      ['GET', `${incident}/incident-updates`, undefined],
      ['POST', `${incident}/incident-updates`, { description: 'd' }],
      ['GET', update, undefined],
      ['PUT', update, { description: 'd' }],
      ['DELETE', update, undefined],
      ['DELETE', incident, undefined],
    ] as const
    for (const [method, place, body] of calls) {
      expectError(await api.call(method, place, { ...other, ...(body ? { body } : {}) }), 404)
    }
    const key = await api.makeServiceKey(api.accountId, 'READ_RUN')
    for (const [method, place, body] of calls.filter(([called]) => called !== 'GET')) {
      expectError(await api.call(method, place, { key, ...(body ? { body } : {}) }), 403)
    }
    assert.equal((await api.call('DELETE', incident)).status, 204)
    expectError(await api.call('DELETE', incident), 404)
    expectError(await api.call('GET', update), 404)
  })
})

forOneEngine('status page incidents without mail', (engine) => {
  const api = apiUnderTest(engine, { alerting: defaultAlertingSettings })
  const { makeService, makePage, makeIncident, subscribe, mailed } = statusPageCalls(api)

  test('are opened, and nothing waits to be sent', async () => {
    const service = await makeService()
    const page = await makePage([service])
    await subscribe(page.textAt('id'), ['ann@example.net'])
    await makeIncident([service], { notifySubscribers: true })
    assert.deepEqual(await mailed(), [])
  })
})
