import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import { dayMs, hourMs, minuteMs } from '@sonde/ground/durations.ts'
import type { HeartbeatState } from '@sonde/schema/check-types/heartbeat/heartbeat-state.ts'
import { insertResults } from '@sonde/store/results/results.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { makeGroup } from '../../testing/make-group.ts'
import { storeResult } from '../../testing/store-result.ts'
import { makeHeartbeat } from '../../testing/monitors/write-heartbeat.ts'
import { makeMonitor, smallestCreate } from '../../testing/monitors/write-icmp.ts'

type Item = Record<string, unknown> & { checkId: string }

forEachEngine('a report', (engine) => {
  const api = apiUnderTest(engine)

  async function report(query = ''): Promise<Item[]> {
    const answer = await api.call('GET', `/v1/reporting${query}`)
    assert.equal(answer.status, 200, answer.text)
    assert.ok(Array.isArray(answer.body))
    return answer.body
  }
  const itemOf = async (id: string, query = '') => {
    const found = (await report(query)).find(({ checkId }) => checkId === id)
    assert.ok(found, `no item of ${id}`)
    return found
  }
  const idsOf = async (query: string) => (await report(query)).map(({ checkId }) => checkId)
  const store = (id: string, at: number, fields: Parameters<typeof storeResult>[2] = {}) =>
    storeResult(api, id, { scheduledAt: at, startedAt: at, ...fields })

  test('shows every check of the account, the newest first, with figures that are rounded', async () => {
    const older = await makeMonitor(api, { ...smallestCreate, tags: ['edge', 'env:prod'] })
    const newer = await makeMonitor(api, { ...smallestCreate, activated: false })
    const now = api.clock.now()
    for (const [index, value] of [100.123456, 200, 300, 400].entries()) {
      const verdict = index === 3 ? 'failed' : 'passed'
      await store(older, now - index * minuteMs, { responseTime: value, verdict })
    }
    const items = await report()
    assert.deepEqual(
      items.map(({ checkId }) => checkId),
      [newer, older],
    )
    assert.deepEqual(items[1], {
      name: 'Edge router',
      checkId: older,
      checkType: 'ICMP',
      deactivated: false,
      tags: ['edge', 'env:prod'],
      aggregate: { successRatio: 75, avg: 250.03, p95: 385, p99: 397 },
    })
    const stranger = await api.makeUser()
    const account = await api.makeAccount(stranger.id)
    const theirs = await api.call('GET', '/v1/reporting', { key: stranger.key, account })
    assert.deepEqual(theirs.body, [])
  })

  test('SA 2: 3 failures in 1440 runs are 99.7917', async () => {
    const id = await makeMonitor(api)
    const now = api.clock.now()
    const { row: template } = await store(id, now - 1)
    const rows = Array.from({ length: 1_439 }, (_, index) => ({
      ...template,
      scheduledAt: now - 2 - index * 59_000,
      startedAt: now - 2 - index * 59_000,
      checkRunId: 5_000_000 + index,
      verdict: index % 500 === 1 ? ('failed' as const) : ('passed' as const),
    }))
    await api.store.write((db) => insertResults(db, rows))
    const { aggregate } = await itemOf(id)
    assert.equal((aggregate as Record<string, unknown>)['successRatio'], 99.7917)
  })

  test('SA 23: the day of the change to summer time has 23 hours', async () => {
    const id = await makeMonitor(api)
    const [from, to] = ['2026-03-27T12:00:00.000Z', '2026-03-30T12:00:00.000Z']
    for (const [at, verdict] of [
      ['2026-03-28T22:59:59.999Z', 'failed'],
      ['2026-03-28T23:00:00.000Z', 'passed'],
      ['2026-03-29T21:59:59.999Z', 'failed'],
      ['2026-03-29T22:00:00.000Z', 'passed'],
    ] as const) {
      await store(id, Date.parse(at), { verdict, responseTime: 10 })
    }
    const item = await itemOf(id, `?granularity=day&timezone=Europe/Paris&from=${from}&to=${to}`)
    assert.equal('aggregate' in item, false)
    const times = { avg: 10, p95: 10, p99: 10 }
    assert.deepEqual(item['aggregates'], [
      { from: '2026-03-27T23:00:00.000Z', to: '2026-03-28T23:00:00.000Z', successRatio: 0, ...times },
      { from: '2026-03-28T23:00:00.000Z', to: '2026-03-29T22:00:00.000Z', successRatio: 50, ...times },
      { from: '2026-03-29T22:00:00.000Z', to, successRatio: 100, ...times },
    ])
  })

  test('SA 24: at most 120 buckets and 400 days, in places and not in offsets', async () => {
    const to = Math.floor(api.clock.now() / 1000)
    const since = (days: number) => `from=${to - days * 86_400}&to=${to}`
    const ask = (query: string) => api.call('GET', `/v1/reporting?${query}`)
    expectInvalid(await ask(`granularity=day&${since(121)}`), 'query', ['granularity'])
    assert.equal((await ask(`granularity=week&${since(121)}`)).status, 200)
    assert.equal((await ask(`granularity=day&${since(119)}`)).status, 200)
    expectInvalid(await ask(`granularity=month&${since(401)}`), 'query', ['from'])
    assert.equal((await ask(`granularity=month&${since(400)}`)).status, 200)
    assert.equal((await ask(since(401))).status, 200)
    for (const zone of ['%2B05:00', 'Mars/Olympus', '']) {
      expectInvalid(await ask(`granularity=day&timezone=${zone}`), 'query', ['timezone'])
    }
    expectInvalid(await ask('granularity=hour'), 'query', ['granularity'])
    expectInvalid(await ask('quickRange=lastYear'), 'query', ['quickRange'])
    expectInvalid(await ask(`from=${to}&to=${to}`), 'query', ['from'])
    for (const name of ['last24Hrs', 'last24Hours', 'last7Days', 'last30Days', 'thisMonth', 'lastWeek']) {
      assert.equal((await ask(`quickRange=${name}`)).status, 200)
    }
  })

  test('SA 25: a check without runs has no aggregate, and deactivated ones can be told apart', async () => {
    const [active, resting] = [
      await makeMonitor(api, { ...smallestCreate, tags: ['sa25'] }),
      await makeMonitor(api, { ...smallestCreate, tags: ['sa25'], activated: false }),
    ]
    const item = await itemOf(active)
    assert.deepEqual([Object.hasOwn(item, 'aggregate'), Object.hasOwn(item, 'aggregates')], [false, false])
    assert.deepEqual((await itemOf(active, '?granularity=day'))['aggregates'], [])
    assert.deepEqual(await idsOf('?filterByTags=sa25&deactivated=true'), [resting])
    assert.deepEqual(await idsOf('?filterByTags=sa25&deactivated=false'), [active])
    assert.deepEqual((await idsOf('?filterByTags=sa25')).length, 2)
  })

  test('filters by any of the tags, those of groups too', async () => {
    const groupId = await makeGroup(api, { name: 'Tagged', tags: ['of-group'], activated: false })
    const [grouped, tagged, plain] = [
      await makeMonitor(api, { ...smallestCreate, groupId }),
      await makeMonitor(api, { ...smallestCreate, tags: ['own, with comma'] }),
      await makeMonitor(api),
    ]
    assert.deepEqual(await idsOf('?filterByTags=of-group'), [grouped])
    const both = `?filterByTags=of-group&filterByTags=${encodeURIComponent('own, with comma')}`
    assert.deepEqual(await idsOf(both), [tagged, grouped])
    assert.deepEqual(await idsOf('?filterByTags[]=nobody'), [])
    assert.ok((await idsOf('')).includes(plain))
    // The group keeps it from running, which is what a reader of the report wants to know.
    assert.equal((await itemOf(grouped))['deactivated'], true)
  })

  test('a heartbeat is told by its events, also day by day', async () => {
    const { id } = await makeHeartbeat(api)
    const now = api.clock.now()
    const add = (state: HeartbeatState, at: number) =>
      api.store.write(async (db) => {
        await db
          .insertInto('heartbeat_events')
          .values({ id: randomUUIDv7(), check_id: id, state, at, source: null, user_agent: null })
          .execute()
      })
    for (const state of ['RECEIVED', 'LATE', 'FAILING'] as const) await add(state, now - hourMs)
    await add('RECEIVED', now - dayMs)
    const none = { avg: null, p95: null, p99: null }
    assert.deepEqual((await itemOf(id, '?quickRange=last7Days'))['aggregate'], { successRatio: 75, ...none })
    const aggregates = (await itemOf(id, '?quickRange=last7Days&granularity=day'))['aggregates']
    assert.ok(Array.isArray(aggregates))
    assert.deepEqual(
      aggregates.map(({ successRatio }) => successRatio),
      [100, 66.6667],
    )
  })

  test('the weeks and months of a named range are those of the timezone', async () => {
    const { id } = await makeHeartbeat(api)
    const today = Temporal.Instant.fromEpochMilliseconds(api.clock.now()).toZonedDateTimeISO('UTC')
    const month = today.toPlainDate().with({ day: 1 }).subtract({ months: 1 })
    const begins = (timeZone: string) => month.toZonedDateTime({ timeZone }).epochMilliseconds
    // The month begins in Auckland half a day before it does in Greenwich.
    for (const [state, at] of [
      ['FAILING', begins('Pacific/Auckland')],
      ['RECEIVED', begins('UTC')],
    ] as const) {
      await api.store.write(async (db) => {
        await db
          .insertInto('heartbeat_events')
          .values({ id: randomUUIDv7(), check_id: id, state, at, source: null, user_agent: null })
          .execute()
      })
    }
    const ratioIn = async (query: string) => (await itemOf(id, query))['aggregate']
    const none = { avg: null, p95: null, p99: null }
    assert.deepEqual(await ratioIn('?quickRange=lastMonth'), { successRatio: 100, ...none })
    const there = '?quickRange=lastMonth&timezone=Pacific/Auckland'
    assert.deepEqual(await ratioIn(there), { successRatio: 50, ...none })
  })

  test('SA 26: as CSV, a name that begins like a formula begins with an apostrophe', async () => {
    const names = ['=cmd()', '+1', '-1', '@x', ' =1+1', 'Say "hi", all', 'Plain']
    for (const name of names) await makeMonitor(api, { ...smallestCreate, name, tags: ['csv', '=tag'] })
    const asked = await api.call('GET', '/v1/reporting?filterByTags=csv', {
      headers: { accept: 'text/csv' },
    })
    assert.equal(asked.headers['content-type'], 'text/csv; charset=utf-8')
    const [header, ...lines] = asked.text.trimEnd().split('\r\n')
    assert.equal(
      header,
      'Name,Check ID,Check Type,Success Ratio,Response Time (Average),Response Time (P95),Response Time (P99),Check Tags',
    )
    assert.deepEqual(
      lines.toReversed().map((line) => line.slice(0, line.search(/,[0-9a-f]{8}-/))),
      ["'=cmd()", "'+1", "'-1", "'@x", "' =1+1", '"Say ""hi"", all"', 'Plain'],
    )
    assert.ok(lines.every((line) => line.endsWith(',ICMP,,,,,"csv, =tag"')))
    assert.deepEqual((await api.call('GET', '/v1/reporting?filterByTags=csv&format=csv')).text, asked.text)
    const json = await api.call('GET', '/v1/reporting?filterByTags=csv&format=json', {
      headers: { accept: 'text/csv' },
    })
    assert.ok(Array.isArray(json.body))
  })

  test('as CSV with a granularity, every bucket is a line', async () => {
    const id = await makeMonitor(api, { ...smallestCreate, tags: ['lines'] })
    const now = api.clock.now()
    await store(id, now - hourMs, { responseTime: 12.345 })
    await store(id, now - 25 * hourMs, { verdict: 'failed', responseTime: null })
    const query = '?filterByTags=lines&format=csv&quickRange=last7Days&granularity=day'
    const lines = (await api.call('GET', `/v1/reporting${query}`)).text.trimEnd().split('\r\n')
    assert.match(String(lines[0]), /^Name,Check ID,Check Type,From,To,Success Ratio,/)
    assert.match(
      String(lines[1]),
      /,ICMP,2026-\d\d-\d\dT00:00:00\.000Z,2026-\d\d-\d\dT00:00:00\.000Z,0,,,,lines$/,
    )
    assert.match(String(lines[2]), /,100,12\.3[45],12\.3[45],12\.3[45],lines$/)
    assert.equal(lines.length, 3)
  })

  test('needs a key', async () => {
    expectError(await api.call('GET', '/v1/reporting', { key: null }), 401)
  })
})
