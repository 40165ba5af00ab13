import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hourMs, minuteMs } from '@sonde/ground/durations.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { storeResult } from '../../testing/store-result.ts'
import { makeHeartbeat, sendPing } from '../../testing/monitors/write-heartbeat.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'

forEachEngine('verdicts of a check', (engine) => {
  const api = apiUnderTest(engine)
  const ask = (id: string, query = '') => api.call('GET', `/v1/checks/${id}/verdicts${query}`)

  test('each span counts what its results said, and spans without any are left out', async () => {
    const id = await makeMonitor(api)
    const hour = Math.floor(api.clock.now() / hourMs) * hourMs - 4 * hourMs
    await storeResult(api, id, { startedAt: hour + minuteMs })
    await storeResult(api, id, { startedAt: hour + 2 * minuteMs, verdict: 'failed' })
    await storeResult(api, id, { startedAt: hour + 3 * minuteMs, verdict: 'failed', isFinal: false })
    await storeResult(api, id, { startedAt: hour + 2 * hourMs, verdict: 'degraded' })
    await storeResult(api, id, { startedAt: hour + 2 * hourMs + 1, verdict: 'withheld' })
    const shown = await ask(id)
    assert.equal(shown.status, 200, shown.text)
    const counts = { passed: 0, degraded: 0, failed: 0, withheld: 0 }
    assert.deepEqual(shown.at('spans'), [
      { ...counts, startsAt: new Date(hour).toISOString(), passed: 1, failed: 1 },
      { ...counts, startsAt: new Date(hour + 2 * hourMs).toISOString(), degraded: 1, withheld: 1 },
    ])
    assert.deepEqual([shown.at('runs'), shown.at('failed')], [3, 1])
  })

  test('spans of minutes say the same as those of hours', async () => {
    const id = await makeMonitor(api)
    const from = Math.floor(api.clock.now() / hourMs) * hourMs - 2 * hourMs
    await storeResult(api, id, { startedAt: from })
    await storeResult(api, id, { startedAt: from + 29 * minuteMs, verdict: 'failed' })
    await storeResult(api, id, { startedAt: from + 30 * minuteMs, verdict: 'degraded' })
    const window = `?from=${from}&to=${from + hourMs}`
    const fine = await ask(id, `${window}&intervalMinutes=15`)
    const spans = fine.at('spans') as { startsAt: string }[]
    assert.deepEqual(
      spans.map(({ startsAt }) => (Date.parse(startsAt) - from) / minuteMs),
      [0, 15, 30],
    )
    const hours = await ask(id, window)
    assert.deepEqual(
      [hours.at('runs'), hours.at('failed'), hours.at('spans.0.degraded')],
      [fine.at('runs'), fine.at('failed'), 1],
    )
  })

  test('the pings of a heartbeat are its verdicts', async () => {
    const { id, pingToken } = await makeHeartbeat(api)
    await sendPing(api, pingToken)
    const shown = await ask(id, `?intervalMinutes=5&to=${api.clock.now() + 1}`)
    assert.deepEqual([shown.at('runs'), shown.at('failed'), shown.at('spans.0.passed')], [1, 0, 1])
  })

  test('too many spans, and short ones over a long time, are refused', async () => {
    const id = await makeMonitor(api)
    const now = api.clock.now()
    const days = (count: number) => `?from=${now - count * 24 * hourMs}&to=${now}`
    expectInvalid(await ask(id, `${days(90)}&intervalMinutes=60`), 'query', ['intervalMinutes'])
    expectInvalid(await ask(id, `${days(2)}&intervalMinutes=30`), 'query', ['intervalMinutes'])
    expectInvalid(await ask(id, `?from=${now}&to=${now - 1}`), 'query', ['from'])
    assert.equal((await ask(id, `${days(90)}&intervalMinutes=180`)).status, 200)
  })

  test('a check of another account is not found', async () => {
    const id = await makeMonitor(api)
    const account = await api.makeAccount(api.ownerId)
    for (const part of ['verdicts', 'overview']) {
      expectError(await api.call('GET', `/v1/checks/${id}/${part}`, { account }), 404)
    }
  })

  test('the overview of one check is its row among all', async () => {
    const id = await makeMonitor(api, { name: 'Only this one' })
    await storeResult(api, id)
    const list = await api.call('GET', '/v1/check-overview?search=only+this+one')
    const shown = await api.call('GET', `/v1/checks/${id}/overview`)
    assert.equal(shown.status, 200, shown.text)
    assert.deepEqual(shown.body, list.at('checks.0'))
  })
})
