import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { type CheckAlertRow, insertCheckAlerts } from '@sonde/store/alerts/check-alerts.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'

const hourSeconds = 3_600

forOneEngine('check alerts', (engine) => {
  const api = apiUnderTest(engine)

  async function raise(checkId: string, fields: Partial<CheckAlertRow> = {}): Promise<CheckAlertRow> {
    const alert: CheckAlertRow = {
      id: randomUUID(),
      accountId: api.accountId,
      checkId,
      checkType: 'ICMP',
      name: 'Edge router',
      alertType: 'ALERT_FAILURE',
      episodeId: randomUUID(),
      episodeSince: 1,
      reminderSequence: 0,
      runLocation: 'eu-west-1',
      responseTime: 12.5,
      error: 'no reply',
      statusCode: null,
      resultId: randomUUID(),
      dueAt: api.clock.now() - 3_000,
      startedAt: api.clock.now() - 2_000,
      judgedAt: api.clock.now() - 1_000,
      nobodyCause: null,
      createdAt: api.clock.now(),
      ...fields,
    }
    await api.store.write((db) => insertCheckAlerts(db, [alert]))
    return alert
  }

  test('alerts are shown newest first, for all checks and for one', async () => {
    const [one, two] = [await makeMonitor(api), await makeMonitor(api)]
    const first = await raise(one)
    api.clock.advance(1_000)
    const second = await raise(two, {
      alertType: 'ALERT_RECOVERY',
      reminderSequence: 2,
      error: null,
      responseTime: null,
      runLocation: null,
      statusCode: '200',
      nobodyCause: 'GROUP_DECIDES',
    })
    const shownFirst = {
      id: first.id,
      name: 'Edge router',
      checkId: one,
      alertType: 'ALERT_FAILURE',
      isReminder: false,
      reminderSequence: 0,
      episodeId: first.episodeId,
      checkType: 'ICMP',
      runLocation: 'eu-west-1',
      responseTime: 12.5,
      error: 'no reply',
      statusCode: null,
      nobodyNotified: null,
      created_at: new Date(first.createdAt).toISOString(),
      startedAt: new Date(first.startedAt).toISOString(),
    }
    const shownSecond = {
      id: second.id,
      name: 'Edge router',
      checkId: two,
      alertType: 'ALERT_RECOVERY',
      isReminder: true,
      reminderSequence: 2,
      episodeId: second.episodeId,
      checkType: 'ICMP',
      error: null,
      statusCode: '200',
      nobodyNotified: {
        cause: 'GROUP_DECIDES',
        sentence: 'Its group uses only its own channels, and no channel is subscribed to the group.',
      },
      created_at: new Date(second.createdAt).toISOString(),
      startedAt: new Date(second.startedAt).toISOString(),
    }
    const all = await api.call('GET', '/v1/check-alerts')
    assert.deepEqual(all.body, [shownSecond, shownFirst])
    assert.equal(all.headers['content-range'], 'items 0-1/2')
    const ofOne = await api.call('GET', `/v1/check-alerts/${one}`)
    assert.deepEqual(ofOne.body, [shownFirst])
    assert.equal(ofOne.headers['content-range'], 'items 0-0/1')
    const paged = await api.call('GET', '/v1/check-alerts?limit=1&page=2')
    assert.deepEqual([paged.body, paged.headers['content-range']], [[shownFirst], 'items 1-1/2'])
  })

  test('case 15: windows wider than 6 hours are refused, and one end gives the other', async () => {
    const checkId = await makeMonitor(api)
    api.clock.advance(48 * hourSeconds * 1_000)
    const { createdAt } = await raise(checkId)
    const at = Math.floor(createdAt / 1_000)
    const list = (query: string) => api.call('GET', `/v1/check-alerts/${checkId}?${query}`)
    const total = async (query: string) => (await list(query)).headers['content-range']
    expectInvalid(await list(`from=${at}&to=${at + 6 * hourSeconds + 1}`), 'query', ['from'])
    expectInvalid(
      await api.call('GET', `/v1/check-alerts?from=${at}&to=${at + 6 * hourSeconds + 1}`),
      'query',
      ['from'],
    )
    assert.equal(await total(`from=${at}&to=${at + 6 * hourSeconds}`), 'items 0-0/1')
    assert.equal(await total(`to=${at + 6 * hourSeconds}`), 'items 0-0/1')
    assert.equal(await total(`to=${at + 6 * hourSeconds + 1}`), 'items */0')
    assert.equal(await total(`from=${at}`), 'items 0-0/1')
    assert.equal(await total(`from=${at - 6 * hourSeconds}`), 'items */0')
    assert.equal(await total(''), 'items 0-0/1')
    api.clock.advance(6 * hourSeconds * 1_000)
    assert.equal(await total(''), 'items */0')
    for (const query of ['from=yesterday', 'to=-1', `from=${at}&to=${at}`]) {
      expectError(await list(query), 400)
    }
  })

  test('an unknown check and one of another account are not found, and their alerts are not listed', async () => {
    const checkId = await makeMonitor(api)
    await raise(checkId)
    const stranger = await api.makeUser()
    const as = { key: stranger.key, account: await api.makeAccount(stranger.id) }
    expectError(await api.call('GET', `/v1/check-alerts/${checkId}`, as), 404)
    expectError(await api.call('GET', `/v1/check-alerts/${randomUUID()}`), 404)
    expectInvalid(await api.call('GET', '/v1/check-alerts/abc'), 'params', ['checkId'])
    assert.deepEqual((await api.call('GET', '/v1/check-alerts', as)).body, [])
  })
})
