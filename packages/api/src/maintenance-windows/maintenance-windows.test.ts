import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { dayMs, hourMs } from '@sonde/ground/durations.ts'
import { activeMaintenances } from '@sonde/store/maintenance/maintenances.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { statusPageCalls } from '../../testing/status-pages.ts'

const all = '/v1/maintenance-windows'
const unknownId = '0198c0de-0000-7000-8000-000000000000'

forEachEngine('maintenance windows', (engine) => {
  const api = apiUnderTest(engine)
  const { makeService, makePage } = statusPageCalls(api)

  const iso = (at: number) => new Date(at).toISOString()
  /** From so many hours before now, or after it, for two hours. */
  const dates = (hours: number) => ({
    startsAt: iso(api.clock.now() + hours * hourMs),
    endsAt: iso(api.clock.now() + (hours + 2) * hourMs),
  })
  async function makeWindow(body: object): Promise<{ id: number; url: string }> {
    const made = await api.call('POST', all, { body: { name: 'Upgrade', tags: ['upgraded'], ...body } })
    assert.equal(made.status, 201, made.text)
    const id = Number(made.at('id'))
    return { id, url: `${all}/${id}` }
  }
  const activeWindows = async () => {
    const at = api.clock.now()
    const active = await activeMaintenances(api.store.read, { at, accountIds: [api.accountId] })
    return active.filter(({ startsAt }) => startsAt <= at).map(({ windowId }) => windowId)
  }

  test('a window is made with its defaults, shown, listed and deleted', async () => {
    const when = dates(1)
    const made = await api.call('POST', all, {
      body: { name: 'Upgrade', ...when, silenceAllAlerts: true, unknown: 1, id: 7 },
    })
    assert.equal(made.status, 201, made.text)
    const expected = {
      name: 'Upgrade',
      ...when,
      tags: [],
      repeatInterval: null,
      repeatUnit: null,
      repeatEndsAt: null,
      timezone: null,
      description: null,
      pauseAllChecks: false,
      silenceAlertsTags: [],
      silenceAllAlerts: true,
      silenceCheckIds: [],
      silenceGroupIds: [],
      pauseCheckIds: [],
      pauseGroupIds: [],
      updated_at: null,
      statusPageVisibility: {
        enabled: false,
        severity: null,
        affectAllServices: false,
        suppressAutoIncidents: false,
        notifyOnStart: false,
        notifyOnEnd: false,
        reminderMinutesBefore: [],
        autoStart: true,
        autoEnd: true,
        showAffectedServices: true,
        statusPageIds: [],
        serviceIds: [],
      },
    }
    assert.deepEqual({ ...made.record(), ...expected }, made.record())
    const url = `${all}/${String(made.at('id'))}`
    assert.deepEqual((await api.call('GET', url)).body, made.body)
    const list = await api.call('GET', `${all}?limit=1`)
    assert.deepEqual(list.body, [made.body])
    assert.match(list.headers['content-range'] ?? '', /^items 0-0\/\d+$/)
    assert.equal((await api.call('DELETE', url)).status, 204)
    expectError(await api.call('DELETE', url), 404)
    expectError(await api.call('GET', url), 404)
  })

  test('a start in the past is active at once, and deleting ends it at once', async () => {
    const { id, url } = await makeWindow({ ...dates(-1), silenceAllAlerts: true })
    assert.ok((await activeWindows()).includes(id))
    assert.equal((await api.call('GET', `${url}/maintenances`)).at('0.status'), 'IN_PROGRESS')
    assert.equal((await api.call('DELETE', url)).status, 204)
    assert.ok(!(await activeWindows()).includes(id))
  })

  test('an update keeps what it leaves out', async () => {
    const { url } = await makeWindow({
      ...dates(1),
      tags: ['db'],
      description: 'disks',
      timezone: 'Europe/Paris',
    })
    const body = { silenceAlertsTags: ['web'], description: null }
    const changed = await api.call('PUT', url, { body })
    assert.equal(changed.status, 200, changed.text)
    assert.deepEqual(
      ['name', 'tags', 'silenceAlertsTags', 'description', 'timezone'].map((field) => changed.at(field)),
      ['Upgrade', ['db'], ['web'], null, 'Europe/Paris'],
    )
    assert.equal(typeof changed.at('updated_at'), 'string')
    assert.deepEqual((await api.call('GET', url)).body, changed.body)
  })

  test('a later end makes the occurrence under way longer', async () => {
    const { url } = await makeWindow(dates(-1))
    const endsAt = iso(api.clock.now() + 9 * hourMs)
    assert.equal((await api.call('PUT', url, { body: { endsAt } })).status, 200)
    const list = await api.call('GET', `${url}/maintenances`)
    assert.deepEqual(
      [list.at('0.endsAt'), list.at('0.status'), list.at('1')],
      [endsAt, 'IN_PROGRESS', undefined],
    )
  })

  test('moved to tomorrow, the one under way is over and the new one is to come', async () => {
    const { id, url } = await makeWindow({ ...dates(-1), silenceAllAlerts: true })
    assert.equal((await api.call('PUT', url, { body: dates(24) })).status, 200)
    assert.ok(!(await activeWindows()).includes(id))
    const list = await api.call('GET', `${url}/maintenances`)
    assert.deepEqual([list.at('0.status'), list.at('1.status')], ['SCHEDULED', 'COMPLETED'])
  })

  test('repeats are made in advance, and paged', async () => {
    const { url } = await makeWindow({ ...dates(1), repeatInterval: 1, repeatUnit: 'DAY' })
    const page = await api.call('GET', `${url}/maintenances?limit=2&page=2`)
    assert.equal(page.headers['content-range'], 'items 2-3/8')
    const starts = [0, 1].map((index) => Date.parse(page.textAt(`${index}.startsAt`)))
    assert.equal(Number(starts[0]) - Number(starts[1]), dayMs)
    assert.deepEqual((await api.call('GET', `${url}/maintenances?page=99`)).body, [])
    for (const query of ['limit=51', 'limit=0', 'page=0', 'page=x']) {
      expectInvalid(await api.call('GET', `${url}/maintenances?${query}`), 'query', [
        String(query.split('=')[0]),
      ])
    }
  })

  test('the last day of repeats may be given as a date of the zone', async () => {
    const body = {
      startsAt: '2030-05-01T23:00:00-04:00',
      endsAt: '2030-05-02T00:00:00-04:00',
      timezone: 'America/New_York',
      repeatInterval: 1,
      repeatUnit: 'DAY',
      repeatEndsAt: '2030-05-03',
    }
    const { url } = await makeWindow(body)
    assert.equal((await api.call('GET', url)).at('repeatEndsAt'), '2030-05-03T04:00:00.000Z')
  })

  test('windows are filtered by their dates', async () => {
    const key = (await api.makeUser()).id
    const account = await api.makeAccount(key)
    await api.join(account, api.ownerId, 'ADMIN')
    const at = (day: number) => `2031-03-0${day}T00:00:00.000Z`
    for (const day of [1, 2, 3]) {
      const body = { name: `day ${day}`, startsAt: at(day), endsAt: at(day + 1), pauseAllChecks: true }
      assert.equal((await api.call('POST', all, { body, account })).status, 201)
    }
    const names = async (query: string) => {
      const { body } = await api.call('GET', `${all}?${query}`, { account })
      assert.ok(Array.isArray(body))
      return body.map(({ name }) => name)
    }
    assert.deepEqual(await names(''), ['day 3', 'day 2', 'day 1'])
    assert.deepEqual(await names(`startsAt[gt]=${at(1)}`), ['day 3', 'day 2'])
    assert.deepEqual(await names(`startsAt[gte]=${at(1)}&startsAt[lt]=${at(3)}`), ['day 2', 'day 1'])
    assert.deepEqual(await names(`endsAt%5Blte%5D=2031-03-02`), ['day 1'])
    assert.deepEqual(await names(`endsAt[gt]=${Date.parse(at(3)) / 1000}`), ['day 3'])
    for (const filter of ['startsAt[gt]', 'endsAt[lte]']) {
      expectInvalid(await api.call('GET', `${all}?${filter}=soon`, { account }), 'query', [filter])
    }
  })

  const bad: [string, object, string[]][] = [
    ['no name', { name: undefined }, ['name']],
    ['a long name', { name: 'n'.repeat(201) }, ['name']],
    ['no dates', { startsAt: undefined, endsAt: undefined }, ['startsAt', 'endsAt']],
    ['an end that is no date', { endsAt: 'later' }, ['endsAt']],
    ['a start without a zone', { startsAt: '2030-01-01T00:00:00' }, ['startsAt']],
    ['a day that does not exist', { startsAt: '2030-02-30T00:00:00Z' }, ['startsAt']],
    ['an end before the start', { endsAt: '2029-12-31T00:00:00Z' }, ['endsAt']],
    ['an end before the start', { endsAt: '2029-12-31T23:59:59Z' }, ['endsAt']],
    ['an interval without a unit', { repeatInterval: 1 }, ['repeatUnit']],
    ['an interval of 0', { repeatInterval: 0, repeatUnit: 'DAY' }, ['repeatInterval']],
    ['an interval of 366', { repeatInterval: 366, repeatUnit: 'DAY' }, ['repeatInterval']],
    ['a wild interval', { repeatInterval: -1e300, repeatUnit: 'MONTH' }, ['repeatInterval']],
    [
      'a last day beyond the calendar of its zone',
      { repeatEndsAt: '9999-12-31', timezone: 'America/New_York' },
      ['repeatEndsAt'],
    ],
    ['years', { repeatInterval: 1, repeatUnit: 'YEAR' }, ['repeatUnit']],
    [
      'repeats that overlap',
      { endsAt: '2030-01-02T00:00:01Z', repeatInterval: 1, repeatUnit: 'DAY' },
      ['endsAt'],
    ],
    [
      'months that overlap',
      { endsAt: '2030-01-29T12:00:00Z', repeatInterval: 1, repeatUnit: 'MONTH' },
      ['endsAt'],
    ],
    [
      'repeats that end before they begin',
      { repeatInterval: 1, repeatUnit: 'DAY', repeatEndsAt: '2029-12-31' },
      ['repeatEndsAt'],
    ],
    ['an offset as zone', { timezone: '+02:00' }, ['timezone']],
    ['an unknown zone', { timezone: 'Europe/Atlantis' }, ['timezone']],
    ['a long description', { description: 'd'.repeat(2_001) }, ['description']],
    ['tags that are none', { tags: [7], silenceAlertsTags: 'db' }, ['tags.0', 'silenceAlertsTags']],
    ['no visibility', { statusPageVisibility: null }, ['statusPageVisibility']],
    [
      'a page that does not exist',
      { statusPageVisibility: { statusPageIds: [unknownId], affectAllServices: true } },
      ['statusPageVisibility.statusPageIds.0'],
    ],
    [
      'SA 47: a reminder of 59 minutes',
      { statusPageVisibility: { reminderMinutesBefore: [59] } },
      ['statusPageVisibility.reminderMinutesBefore.0'],
    ],
    [
      'SA 47: four reminders',
      { statusPageVisibility: { reminderMinutesBefore: [60, 61, 62, 63] } },
      ['statusPageVisibility.reminderMinutesBefore'],
    ],
    [
      'SA 47: all services and some',
      {
        statusPageVisibility: {
          affectAllServices: true,
          serviceIds: [unknownId],
          statusPageIds: [unknownId],
        },
      },
      ['statusPageVisibility.serviceIds'],
    ],
    [
      'pages without services',
      { statusPageVisibility: { statusPageIds: [unknownId] } },
      ['statusPageVisibility.serviceIds'],
    ],
    [
      'services without pages',
      { statusPageVisibility: { serviceIds: [unknownId] } },
      ['statusPageVisibility.statusPageIds'],
    ],
  ]
  const good = {
    name: 'Upgrade',
    startsAt: '2030-01-01T00:00:00Z',
    endsAt: '2030-01-01T02:00:00Z',
    silenceAllAlerts: true,
  }
  for (const [words, change, keys] of bad) {
    test(`refused: ${words}`, async () => {
      const total = async () =>
        (await api.call('GET', `${all}?limit=1`)).headers['content-range']?.split('/')[1]
      const count = await total()
      expectInvalid(await api.call('POST', all, { body: { ...good, ...change } }), 'payload', keys)
      assert.equal(await total(), count)
    })
  }

  test('an update that breaks a rule with what is stored changes nothing', async () => {
    const { url } = await makeWindow({ ...good, repeatInterval: 1, repeatUnit: 'DAY' })
    const shown = (await api.call('GET', url)).body
    for (const [body, keys] of [
      [{ endsAt: '2029-01-01T00:00:00Z' }, ['endsAt']],
      [{ endsAt: '2030-01-03T00:00:00Z' }, ['endsAt']],
      [{ repeatUnit: null }, ['repeatUnit']],
      [{ name: null }, ['name']],
      [{ timezone: '-05' }, ['timezone']],
    ] as const) {
      expectInvalid(await api.call('PUT', url, { body }), 'payload', keys)
    }
    assert.deepEqual((await api.call('GET', url)).body, shown)
    assert.equal(
      (await api.call('PUT', url, { body: { repeatInterval: null, repeatUnit: null } })).status,
      200,
    )
  })

  test('published, its pages and services must be there', async () => {
    const [payments, search] = [await makeService(), await makeService()]
    const pageId = (await makePage([payments])).textAt('id')
    const visibility = { enabled: true, statusPageIds: [pageId], serviceIds: [payments] }
    const { url } = await makeWindow({ ...dates(1), statusPageVisibility: visibility })
    const off = { statusPageVisibility: { ...visibility, serviceIds: [payments, search] } }
    expectInvalid(await api.call('PUT', url, { body: off }), 'payload', ['statusPageVisibility.serviceIds.1'])
    const whole = await api.call('PUT', url, { body: { statusPageVisibility: { enabled: true } } })
    assert.deepEqual(whole.at('statusPageVisibility.statusPageIds'), [])
    const stranger = await api.makeUser()
    const account = await api.makeAccount(stranger.id)
    const foreign = { ...good, statusPageVisibility: visibility }
    expectInvalid(await api.call('POST', all, { body: foreign, key: stranger.key, account }), 'payload', [
      'statusPageVisibility.serviceIds.0',
      'statusPageVisibility.statusPageIds.0',
    ])
  })

  test('ids of other accounts, unknown ones and such that are none', async () => {
    const { url } = await makeWindow(dates(1))
    const maintenances = `${url}/maintenances`
    const maintenanceId = (await api.call('GET', maintenances)).textAt('0.id')
    const stranger = await api.makeUser()
    const account = await api.makeAccount(stranger.id)
    const asStranger = { key: stranger.key, account }
    const update = { status: 'CANCELLED', description: 'no' }
    for (const [method, path, body] of [
      ['GET', url],
      ['PUT', url, { name: 'x' }],
      ['DELETE', url],
      ['GET', maintenances],
      ['GET', `${maintenances}/${maintenanceId}`],
      ['PATCH', `${maintenances}/${maintenanceId}`, dates(3)],
      ['DELETE', `${maintenances}/${maintenanceId}`],
      ['POST', `${maintenances}/${maintenanceId}/updates`, update],
      ['PUT', `${maintenances}/${maintenanceId}/updates/${unknownId}`, { description: 'x' }],
      ['DELETE', `${maintenances}/${maintenanceId}/updates/${unknownId}`],
    ] as const) {
      expectError(await api.call(method, path, { ...asStranger, ...(body && { body }) }), 404)
    }
    expectError(await api.call('GET', `${maintenances}/${unknownId}`), 404)
    expectError(await api.call('DELETE', `${maintenances}/${maintenanceId}/updates/${unknownId}`), 404)
    expectError(await api.call('GET', `${all}/999999999999999`), 404)
    for (const id of ['0', '-1', '1.5', 'x', '99999999999999999999', unknownId]) {
      expectInvalid(await api.call('GET', `${all}/${id}`), 'params', ['id'])
    }
    expectInvalid(await api.call('GET', `${maintenances}/7`), 'params', ['maintenanceId'])
    const other = await makeWindow(dates(1))
    expectError(await api.call('GET', `${other.url}/maintenances/${maintenanceId}`), 404)
  })

  let readOnly = ''
  before(async () => {
    readOnly = await api.makeServiceKey(api.accountId, 'READ_RUN')
  })

  test('who may only read changes nothing', async () => {
    const { url } = await makeWindow(dates(1))
    assert.equal((await api.call('GET', url, { key: readOnly })).status, 200)
    expectError(await api.call('POST', all, { key: readOnly, body: good }), 403)
    expectError(await api.call('PUT', url, { key: readOnly, body: {} }), 403)
    expectError(await api.call('DELETE', url, { key: readOnly }), 403)
  })
})
