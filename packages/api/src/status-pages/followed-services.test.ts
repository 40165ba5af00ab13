import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { dayMs, hourMs, minuteMs } from '@sonde/ground/durations.ts'
import { findCheckNumber } from '@sonde/store/checks/check-states.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { setCheckStatus } from '../../testing/check-status.ts'
import type { Answer } from '../../testing/http-client.ts'
import { importCalls } from '../../testing/import-calls.ts'
import { makeGroup } from '../../testing/make-group.ts'
import { statusPageCalls } from '../../testing/status-pages.ts'
import { storeResult } from '../../testing/store-result.ts'
import { smallestUrl } from '../../testing/monitors/write-url.ts'

const anybody = { key: null, account: null, afterMs: 0 }

forEachEngine('a service that follows checks', (engine) => {
  const api = apiUnderTest(engine)
  const { makePage, makeService, makeIncident, post } = statusPageCalls(api)
  const { exportOf, importInto, newAccount } = importCalls(api)

  async function makeCheck(body: object = {}): Promise<string> {
    const made = await api.call('POST', '/v1/checks/url', {
      body: { ...smallestUrl, frequency: 10, ...body },
    })
    assert.equal(made.status, 201, made.text)
    return made.textAt('id')
  }

  async function follow(follows: object | null, name = 'Payments'): Promise<string> {
    const made = await api.call('POST', '/v1/status-pages/services', { body: { name, follows } })
    assert.equal(made.status, 201, made.text)
    return made.textAt('id')
  }

  const see = (page: Answer, path = '') => api.call('GET', `/status/${page.textAt('url')}${path}`, anybody)

  async function stateOn(page: Answer): Promise<unknown[]> {
    const summary = await see(page, '/summary.json')
    return ['page.state', 'cards.0.services.0.state', 'cards.0.services.0.automatic'].map((at) =>
      summary.at(at),
    )
  }

  test('is written, read, kept by those who know of names alone, and taken away', async () => {
    const [one, two] = [await makeCheck(), await makeCheck()]
    const id = await follow({ checkIds: [two.toUpperCase(), one, one], tags: ['shop'] })
    const path = `/v1/status-pages/services/${id}`
    const follows = { checkIds: [two, one], tags: ['shop'], delayMinutes: 0 }
    assert.deepEqual((await api.call('GET', path)).at('follows'), follows)
    assert.deepEqual((await api.call('PUT', path, { body: { name: 'Renamed' } })).at('follows'), follows)
    const list = await api.call('GET', '/v1/status-pages/services?paginated=false')
    assert.deepEqual(list.at('0.follows'), follows)
    const none = await api.call('PUT', path, { body: { name: 'Renamed', follows: null } })
    assert.equal(none.at('follows'), null)
    assert.equal((await api.call('GET', path)).at('follows'), null)
    const entries = await api.call(
      'GET',
      `/v1/audit-log?entityType=STATUS_PAGE_SERVICE&entityId=${id}&limit=1`,
    )
    assert.match(entries.text, /follows/)
  })

  test('names checks of its own account alone, and says which are not', async () => {
    const mine = await makeCheck()
    const refused = await api.call('POST', '/v1/status-pages/services', {
      body: { name: 'Payments', follows: { checkIds: [mine, randomUUID()] } },
    })
    assert.equal(refused.status, 400)
    assert.deepEqual(refused.at('validation.keys'), ['follows.checkIds.1'])
    const id = await follow({ checkIds: [mine] })
    for (const follows of [
      { delayMinutes: -1 },
      { delayMinutes: 1_441 },
      { tags: [''] },
      { checkIds: ['x'] },
    ]) {
      const path = `/v1/status-pages/services/${id}`
      const answer = await api.call('PUT', path, { body: { name: 'Payments', follows } })
      assert.equal(answer.status, 400, JSON.stringify(follows))
      assert.match(String(answer.at('validation.keys')), /follows/)
    }
  })

  test('is as its checks are, on the page at once, and says that this is automatic', async () => {
    const [one, two] = [await makeCheck(), await makeCheck()]
    const page = await makePage([await follow({ checkIds: [one, two] })])
    assert.deepEqual(await stateOn(page), ['NO_DATA', 'NO_DATA', true])
    assert.doesNotMatch((await see(page)).text, /operational/)
    for (const id of [one, two]) await setCheckStatus(api, id, 'passed')
    assert.deepEqual(await stateOn(page), ['OPERATIONAL', 'OPERATIONAL', true])
    assert.match((await see(page)).text, /All services are operational/)
    await setCheckStatus(api, one, 'degraded')
    assert.deepEqual(await stateOn(page), ['MINOR', 'MINOR', true])
    await setCheckStatus(api, one, 'failed')
    assert.deepEqual(await stateOn(page), ['MEDIUM', 'MEDIUM', true])
    await setCheckStatus(api, two, 'failed')
    assert.deepEqual(await stateOn(page), ['MAJOR', 'MAJOR', true])
    const shown = (await see(page)).text
    assert.match(shown, /<h1[^>]*>Payments has a major outage<\/h1>/)
    assert.match(shown, /Major outage <span class="m">automatic<\/span>/)
    for (const id of [one, two]) await setCheckStatus(api, id, 'passed')
    assert.deepEqual(await stateOn(page), ['OPERATIONAL', 'OPERATIONAL', true])
  })

  test('has the state of what is reported where that is worse', async () => {
    const check = await makeCheck()
    const service = await follow({ checkIds: [check] })
    const page = await makePage([service])
    await setCheckStatus(api, check, 'degraded')
    const incident = await makeIncident([service], {}, { severity: 'CRITICAL' })
    assert.deepEqual(await stateOn(page), ['CRITICAL', 'CRITICAL', false])
    await post(incident.textAt('id'), { status: 'RESOLVED' })
    assert.deepEqual(await stateOn(page), ['MINOR', 'MINOR', true])
  })

  test('says nothing of a failure before the delay is over', async () => {
    const check = await makeCheck()
    const page = await makePage([await follow({ checkIds: [check], delayMinutes: 5 })])
    await setCheckStatus(api, check, 'passed')
    assert.equal((await stateOn(page))[0], 'OPERATIONAL')
    api.clock.advance(minuteMs)
    await setCheckStatus(api, check, 'failed')
    assert.equal((await stateOn(page))[0], 'OPERATIONAL')
    api.clock.advance(5 * minuteMs - 10_000)
    assert.equal((await stateOn(page))[0], 'OPERATIONAL')
    api.clock.advance(10_000)
    assert.equal((await stateOn(page))[0], 'MAJOR')
  })

  test('follows those with a tag of their own or of their group, as they come and go', async () => {
    const page = await makePage([await follow({ tags: ['shop', 'till'] })])
    const own = await makeCheck({ tags: ['shop'] })
    const groupId = await makeGroup(api, { tags: ['till'] })
    const grouped = await makeCheck({ groupId, activated: true })
    const other = await makeCheck({ tags: ['blog'] })
    await setCheckStatus(api, own, 'passed')
    await setCheckStatus(api, grouped, 'passed')
    await setCheckStatus(api, other, 'failed')
    assert.equal((await stateOn(page))[0], 'OPERATIONAL')
    await setCheckStatus(api, grouped, 'failed')
    assert.equal((await stateOn(page))[0], 'MEDIUM')
    const path = `/v1/checks/url/${other}`
    const tagged = await api.call('PUT', path, { body: { ...smallestUrl, frequency: 10, tags: ['shop'] } })
    assert.equal(tagged.status, 200, tagged.text)
    await setCheckStatus(api, own, 'failed')
    assert.equal((await stateOn(page))[0], 'MAJOR')
  })

  test('has no data when its checks are paused or deleted', async () => {
    const [one, two] = [await makeCheck(), await makeCheck()]
    const service = await follow({ checkIds: [one, two] })
    const page = await makePage([service])
    for (const id of [one, two]) await setCheckStatus(api, id, 'failed')
    assert.equal((await stateOn(page))[0], 'MAJOR')
    const paused = { ...smallestUrl, frequency: 10, activated: false }
    assert.equal((await api.call('PUT', `/v1/checks/url/${one}`, { body: paused })).status, 200)
    assert.equal((await api.call('DELETE', `/v1/checks/${two}`)).status, 204)
    assert.deepEqual(await stateOn(page), ['NO_DATA', 'NO_DATA', true])
    const read = await api.call('GET', `/v1/status-pages/services/${service}`)
    assert.deepEqual(read.at('follows.checkIds'), [one])
  })

  async function maintain(startsAt: number, effects: object): Promise<void> {
    const made = await api.call('POST', '/v1/maintenance-windows', {
      body: {
        name: 'Upgrade',
        startsAt: new Date(startsAt).toISOString(),
        endsAt: new Date(startsAt + hourMs).toISOString(),
        ...effects,
      },
    })
    assert.equal(made.status, 201, made.text)
  }

  test('is in maintenance while a window pauses all its checks, and not while one only silences them', async () => {
    const check = await makeCheck({ tags: ['works'] })
    const page = await makePage([await follow({ checkIds: [check] })])
    await setCheckStatus(api, check, 'failed')
    const startsAt = api.clock.now() + 10 * minuteMs
    await maintain(startsAt, { tags: ['works'] })
    await maintain(startsAt - 5 * minuteMs, { silenceAlertsTags: ['works'] })
    assert.equal((await stateOn(page))[1], 'MAJOR')
    api.clock.set(startsAt - minuteMs)
    assert.deepEqual(await stateOn(page), ['MAJOR', 'MAJOR', true])
    api.clock.set(startsAt + 1)
    assert.deepEqual(await stateOn(page), ['MAINTENANCE', 'MAINTENANCE', true])
    api.clock.set(startsAt + hourMs + 1)
    await setCheckStatus(api, check, 'failed')
    assert.equal((await stateOn(page))[1], 'MAJOR')
  })

  test('is in maintenance while the page announces one for it, whatever its checks say', async () => {
    const check = await makeCheck()
    const service = await follow({ checkIds: [check] })
    const page = await makePage([service])
    await setCheckStatus(api, check, 'failed')
    const startsAt = api.clock.now() + minuteMs
    const statusPageVisibility = {
      enabled: true,
      statusPageIds: [page.textAt('id')],
      serviceIds: [service],
    }
    await maintain(startsAt, { silenceCheckIds: [check], statusPageVisibility })
    assert.equal((await stateOn(page))[1], 'MAJOR')
    api.clock.set(startsAt + 1)
    assert.deepEqual(await stateOn(page), ['MAINTENANCE', 'MAINTENANCE', false])
  })

  test('shows the uptime of its checks, of the days on which anything ran', async () => {
    const check = await makeCheck()
    const service = await follow({ checkIds: [check] })
    const page = await makePage([service])
    const besides = await makePage([service, await makeService('Feed')])
    const fresh = await see(page, '/summary.json')
    assert.deepEqual(
      ['uptime', 'measuredDays'].map((field) => fresh.at(`cards.0.services.0.${field}`)),
      [null, 0],
    )
    assert.match((await see(page)).text, />No data yet</)
    const born = api.clock.now()
    api.clock.set(born - (born % dayMs) + 20 * dayMs + 3.5 * hourMs)
    const now = api.clock.now()
    const today = now - (now % dayMs)
    const no = await findCheckNumber(api.store.read, { accountId: api.accountId, checkId: check })
    assert.ok(no !== null)
    const day = (ago: number, runs: number, failed: number) => ({
      check_no: no,
      day: today - ago * dayMs,
      location: 'eu-west-1',
      due: runs,
      covered: runs,
      runs,
      failed,
      computed_at: now,
    })
    await api.store.write(async (db) => {
      // The first is of a time before the service, and the page, were there.
      await db
        .insertInto('daily_rollups')
        .values([day(40, 50, 50), day(5, 90, 9), day(3, 7, 0)])
        .execute()
      const { day: _day, ...hour } = day(1, 2, 0)
      await db
        .insertInto('hourly_rollups')
        .values([{ ...hour, hour: today - 2 * hourMs }])
        .execute()
    })
    await storeResult(api, check, { startedAt: now - 20 * minuteMs, verdict: 'passed' })
    await storeResult(api, check, { startedAt: now - 10 * minuteMs, verdict: 'withheld' })
    // 91 of 100 runs, on four days.
    const summary = await see(page, '/summary.json')
    assert.equal(summary.at('cards.0.services.0.uptime'), 91)
    assert.equal(summary.at('cards.0.services.0.measuredDays'), 4)
    assert.equal(summary.at('cards.0.uptime'), 91)
    assert.match(
      (await see(page)).text,
      /91\.00 %<\/b> uptime of 4 days measured<[^]*Failures on <a [^<]*<\/a> \(major outage\)/,
    )
    assert.match((await see(besides)).text, /<li><i class="[^"]*"><\/i>Major outage<\/li>/)
  })

  test('a service that follows nothing is not called operational, and is not in the headline', async () => {
    const check = await makeCheck()
    await setCheckStatus(api, check, 'passed')
    const [followed, alone] = [await follow({ checkIds: [check] }, 'Web'), await makeService('Feed')]
    const both = await makePage([followed, alone])
    const shown = (await see(both)).text
    assert.match(shown, /1 of 2 services is operational/)
    assert.match(shown, /Feed is not monitored\./)
    const page = await makePage([alone])
    assert.deepEqual(await stateOn(page), ['NOT_MONITORED', 'NOT_MONITORED', false])
    assert.doesNotMatch((await see(page)).text, /perational/)
    await makeIncident([alone])
    assert.deepEqual(await stateOn(page), ['MAJOR', 'MAJOR', false])
  })

  test('a service on which a check opens incidents is monitored by these', async () => {
    const service = await makeService()
    const trigger = {
      serviceId: service,
      severity: 'MAJOR',
      name: 'n',
      description: 'd',
      notifySubscribers: false,
    }
    await makeCheck({ triggerIncident: trigger })
    assert.deepEqual(await stateOn(await makePage([service])), ['OPERATIONAL', 'OPERATIONAL', false])
  })

  test('an export and an import into another account keep what it follows', async () => {
    const account = await newAccount()
    const made = await api.call('POST', '/v1/checks/url', { body: smallestUrl, account })
    const body = {
      name: 'Web',
      follows: { checkIds: [made.textAt('id')], tags: ['shop'], delayMinutes: 3 },
    }
    assert.equal((await api.call('POST', '/v1/status-pages/services', { body, account })).status, 201)
    const { statusPageServices, statusPageFollows, checks } = await exportOf(account)
    const target = await newAccount()
    await importInto(target, { statusPageServices, statusPageFollows, checks })
    const again = await exportOf(target)
    const checkId = again['checks']?.[0]?.['id']
    assert.notEqual(checkId, made.textAt('id'))
    const serviceId = again['statusPageServices']?.[0]?.['id']
    const [{ createdAt: _createdAt, ...following } = {}] = again['statusPageFollows'] ?? []
    assert.deepEqual(following, { serviceId, checkIds: [checkId], tags: ['shop'], delayMinutes: 3 })
    const unchanged = await importInto(target, { statusPageServices, statusPageFollows, checks })
    assert.equal(unchanged.at('updated'), 0, unchanged.text)
    assert.equal(unchanged.at('created'), 0)
  })
})
