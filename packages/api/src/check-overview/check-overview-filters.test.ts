import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDayStatsJob } from '@sonde/analytics/day-stats-job.ts'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import type { CheckOverview } from '@sonde/schema/checks/check-overview.ts'
import { dayStatsWantedAt } from '@sonde/store/checks/check-day-stats.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest, type CallOptions } from '../../testing/api-under-test.ts'
import { setCheckStatus } from '../../testing/check-status.ts'
import { expectInvalid } from '../../testing/expect-refusal.ts'
import { makeGroup } from '../../testing/make-group.ts'
import { storeResult } from '../../testing/store-result.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'

forEachEngine('the overview of checks, filtered and sorted', (engine) => {
  const api = apiUnderTest(engine)
  const jobDeps = () => ({
    store: api.store,
    clock: api.clock,
    log: silentLogger,
    rawRetentionDays: 30,
    rollupRetentionDays: 400,
  })

  /** The guarantee behind the cast: the contract test holds every answer of the route against its schema. */
  async function overview(query = '', options: CallOptions = {}): Promise<CheckOverview> {
    const answer = await api.call('GET', `/v1/check-overview${query}`, options)
    assert.equal(answer.status, 200, answer.text)
    return answer.body as CheckOverview
  }

  const namesIn = ({ checks }: CheckOverview) => checks.map(({ name }) => name)

  test('worst first, counted by status, and filtered by it and by all else', async () => {
    const account = await api.makeAccount(api.ownerId)
    const make = (body: object) => makeMonitor(api, { ...body }, { account })
    const groupOptions = { account }
    const quiet = await makeGroup(api, { name: 'Quiet', muted: true }, groupOptions)
    const stopped = await makeGroup(api, { name: 'Stopped', activated: false }, groupOptions)
    const good = await make({ name: 'good', tags: ['shop', 'eu'], groupId: quiet })
    const bad = await make({ name: 'Bad', tags: ['shop'], muted: true })
    const worse = await make({ name: 'also bad', request: { hostname: 'db1.example.org' } })
    const slow = await make({ name: 'slow' })
    const fresh = await make({ name: 'fresh' })
    const off = await make({ name: 'off', activated: false })
    const grouped = await make({ name: 'grouped', groupId: stopped })
    const statusOf = { [good]: 'passed', [bad]: 'failed', [worse]: 'failed', [slow]: 'degraded' } as const
    for (const [id, status] of Object.entries(statusOf)) await setCheckStatus(api, id, status, account)
    const since = new Date(api.clock.now()).toISOString()
    for (const id of [off, grouped]) await setCheckStatus(api, id, 'passed', account)
    const show = (query = '') => overview(query, { account })

    const all = await show()
    assert.deepEqual(namesIn(all), ['also bad', 'Bad', 'slow', 'fresh', 'good', 'grouped', 'off'])
    assert.equal(all.total, 7)
    assert.deepEqual(all.counts, { FAILING: 2, DEGRADED: 1, NO_DATA: 1, PASSING: 1, PAUSED: 2 })
    assert.equal(all.mutedCount, 2)
    const byName = new Map(all.checks.map((check) => [check.name, check]))
    assert.equal(byName.get('slow')?.status, 'DEGRADED')
    assert.equal(byName.get('slow')?.statusSince, since)
    assert.deepEqual(byName.get('good')?.group, { id: quiet, name: 'Quiet' })
    assert.equal(byName.get('good')?.muted, true)
    assert.equal(byName.get('grouped')?.activated, false)
    assert.equal(byName.get('grouped')?.status, 'PAUSED')
    assert.equal(byName.get('grouped')?.statusSince, null)
    assert.equal(byName.get('fresh')?.id, fresh)

    const failing = await show('?status=FAILING&status=PAUSED')
    assert.deepEqual(namesIn(failing), ['also bad', 'Bad', 'grouped', 'off'])
    assert.equal(failing.total, 4)
    assert.deepEqual(failing.counts, all.counts, 'counts do not depend on the status that is asked for')
    const cases: [string, string[]][] = [
      ['?tag=shop', ['Bad', 'good']],
      ['?tag=shop&tag=eu', ['good']],
      ['?muted=true', ['Bad', 'good']],
      ['?muted=false&activated=true', ['also bad', 'slow', 'fresh']],
      ['?activated=false', ['grouped', 'off']],
      [`?groupId=${quiet}`, ['good']],
      ['?search=BAD', ['also bad', 'Bad']],
      ['?search=DB1.example', ['also bad']],
      ['?search=100%25', []],
      ['?checkType=HEARTBEAT', []],
      ['?checkType=HEARTBEAT&checkType=ICMP&status=DEGRADED', ['slow']],
      ['?sort=name&order=desc&limit=2', ['slow', 'off']],
      ['?sort=name&limit=2&page=2', ['fresh', 'good']],
      ['?sort=createdAt&limit=2', ['good', 'Bad']],
      ['?sort=status&order=desc&limit=3', ['grouped', 'off', 'good']],
    ]
    for (const [query, names] of cases) assert.deepEqual(namesIn(await show(query)), names, query)
  })

  test('sorted by figures, what is not known comes last in either order', async () => {
    const account = await api.makeAccount(api.ownerId)
    const make = (name: string) => makeMonitor(api, { name }, { account })
    const [half, full, none] = [await make('half'), await make('full'), await make('none')]
    const at = api.clock.now()
    await storeResult(api, half, { startedAt: at, verdict: 'failed', responseTime: 50 })
    await storeResult(api, half, { startedAt: at + 1, responseTime: 70 })
    await storeResult(api, full, { startedAt: at, responseTime: 20 })
    const show = async (query: string) => namesIn(await overview(query, { account }))
    assert.deepEqual(
      await show('?sort=availability'),
      ['half', 'full', 'none'],
      'one page is in order at once',
    )
    assert.ok((await createDayStatsJob({ ...jobDeps(), restShare: 0 }).runOnce()) >= 3)
    assert.deepEqual(await show('?sort=availability&limit=1'), ['half'])
    assert.deepEqual(await show('?sort=availability&order=desc'), ['full', 'half', 'none'])
    assert.deepEqual(await show('?sort=p95&order=desc&limit=1'), ['half'])
    assert.deepEqual(await show('?sort=p95&limit=1&page=3'), ['none'])
    await api.call('DELETE', `/v1/checks/${none}`, { account })
    assert.deepEqual(await show('?sort=p95'), ['full', 'half'])
  })

  test('sorting by figures asks for fresher ones, at most once a minute', async () => {
    const account = await api.makeAccount(api.ownerId)
    const show = (query: string) => overview(query, { account })
    api.clock.advance(60_000)
    const before = await dayStatsWantedAt(api.store.read)
    await show('')
    await show('?sort=name')
    assert.equal(await dayStatsWantedAt(api.store.read), before)
    await show('?sort=p95')
    const noted = api.clock.now()
    assert.equal(await dayStatsWantedAt(api.store.read), noted)
    await show('?sort=availability')
    assert.equal(await dayStatsWantedAt(api.store.read), noted)
    api.clock.advance(60_000)
    await show('?sort=availability')
    assert.equal(await dayStatsWantedAt(api.store.read), api.clock.now())
  })

  test('what an earlier version has stored is found by its target once it was filled in', async () => {
    const account = await api.makeAccount(api.ownerId)
    const id = await makeMonitor(
      api,
      { name: 'Old', request: { hostname: 'legacy.example.net' } },
      { account },
    )
    await api.store.write((db) =>
      db.updateTable('checks').set({ target_folded: null }).where('id', '=', id).execute(),
    )
    const find = async () => namesIn(await overview('?search=legacy', { account }))
    assert.deepEqual(await find(), [])
    await createDayStatsJob({ ...jobDeps(), restShare: 0 }).runOnce()
    assert.deepEqual(await find(), ['Old'])
    await api.call('PATCH', `/v1/checks/icmp/${id}`, {
      account,
      body: { request: { hostname: 'new.example.net' } },
    })
    assert.deepEqual(await find(), [])
  })

  test('the checks of another account are not shown, and what is no filter is refused', async () => {
    const stranger = await api.makeUser()
    const foreign = await api.makeAccount(stranger.id)
    const shown = await overview('', { key: stranger.key, account: foreign })
    assert.deepEqual([shown.checks, shown.total, shown.mutedCount], [[], 0, 0])
    expectInvalid(await api.call('GET', '/v1/check-overview?status=BAD'), 'query', ['status.0'])
    expectInvalid(await api.call('GET', '/v1/check-overview?limit=101'), 'query', ['limit'])
    const tooHigh = await api.call('GET', '/v1/check-overview?groupId=9223372036854775807')
    expectInvalid(tooHigh, 'query', ['groupId'])
    const none = await api.call(
      'GET',
      `/v1/check-overview?groupId=${Number.MAX_SAFE_INTEGER}&page=9007199254740991`,
    )
    assert.deepEqual([none.status, none.at('checks')], [200, []], none.text)
    expectInvalid(await api.call('GET', '/v1/check-overview?sort=p99'), 'query', ['sort'])
  })

  test('tags are listed with the number of their checks, most used first', async () => {
    const account = await api.makeAccount(api.ownerId)
    for (const tags of [['Shop', 'eu'], ['Shop'], ['us'], ['Äther', 'Shop', 'eu']]) {
      await makeMonitor(api, { tags }, { account })
    }
    const list = async (query = '') => (await api.call('GET', `/v1/check-tags${query}`, { account })).body
    assert.deepEqual(await list(), [
      { tag: 'Shop', checks: 3 },
      { tag: 'eu', checks: 2 },
      { tag: 'us', checks: 1 },
      { tag: 'Äther', checks: 1 },
    ])
    assert.deepEqual(await list('?search=SH'), [{ tag: 'Shop', checks: 3 }])
    assert.deepEqual(await list('?search=%C3%A4'), [{ tag: 'Äther', checks: 1 }])
    assert.deepEqual(await list('?limit=1'), [{ tag: 'Shop', checks: 3 }])
  })
})
