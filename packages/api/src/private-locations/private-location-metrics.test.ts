import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { dayMs, hourMs, minuteMs } from '@sonde/ground/durations.ts'
import { insertQueueSamples } from '@sonde/store/runs/queue-samples.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'

const all = '/v1/private-locations'

forOneEngine('the metrics of a private location', (engine) => {
  const api = apiUnderTest(engine)

  async function makeLocation() {
    const body = { name: 'Office', slugName: `s-${randomUUID().slice(0, 8)}` }
    const privateLocationId = (await api.call('POST', all, { body })).textAt('id')
    const record = (minuteAt: number, queued: number, oldestSeconds: number) =>
      api.store.write((db) =>
        insertQueueSamples(db, [
          { privateLocationId, minuteAt, queued, oldestSeconds, dropped: 0, inflight: 0 },
        ]),
      )
    return { url: `${all}/${privateLocationId}/metrics`, record }
  }

  /** The beginning of the hour before the last one: all steps begin there. */
  const wholeHour = () => api.clock.now() - (api.clock.now() % hourMs) - hourMs
  const iso = (at: number) => new Date(at).toISOString()

  test('go by the minute for up to six hours', async () => {
    const { url, record } = await makeLocation()
    const start = wholeHour()
    await record(start + minuteMs, 7, 90)
    await record(start + 3 * minuteMs, 99, 99)
    const answer = await api.call('GET', `${url}?from=${start / 1000}&to=${start / 1000 + 180}`)
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(answer.body, {
      timestamps: [0, 1, 2].map((minute) => iso(start + minute * minuteMs)),
      queueSize: [0, 7, 0],
      oldestScheduledCheckRun: [0, 90, 0],
    })
    const sixHours = await api.call('GET', `${url}?from=${iso(start - 6 * hourMs)}&to=${start}`)
    const minutes = sixHours.at('timestamps')
    assert.equal(Array.isArray(minutes) && minutes.length, 360)
  })

  test('go by ten minutes beyond, with the highest figures of each', async () => {
    const { url, record } = await makeLocation()
    const start = wholeHour() - 6 * hourMs
    await record(start + minuteMs, 7, 20)
    await record(start + 9 * minuteMs, 3, 50)
    await record(start + 10 * minuteMs, 1, 1)
    const answer = await api.call('GET', `${url}?from=${iso(start)}&to=${iso(start + 6 * hourMs + 1)}`)
    const columns = ['timestamps', 'queueSize', 'oldestScheduledCheckRun'].map((name) => answer.at(name))
    for (const column of columns) assert.equal(Array.isArray(column) && column.length, 37)
    assert.equal(answer.at('timestamps.1'), iso(start + 10 * minuteMs))
    assert.deepEqual(
      [0, 1, 2].map((step) => [answer.at(`queueSize.${step}`), answer.at(`oldestScheduledCheckRun.${step}`)]),
      [
        [7, 50],
        [1, 1],
        [0, 0],
      ],
    )
  })

  test('end with the present', async () => {
    const { url } = await makeLocation()
    const answer = await api.call('GET', `${url}?from=${wholeHour()}&to=2099-01-01`)
    const timestamps = answer.at('timestamps')
    assert.ok(Array.isArray(timestamps) && timestamps.length > 0)
    assert.ok(Date.parse(String(timestamps.at(-1))) <= api.clock.now())
    const future = await api.call('GET', `${url}?from=2098-01-01&to=2099-01-01`)
    assert.deepEqual(future.body, { timestamps: [], queueSize: [], oldestScheduledCheckRun: [] })
  })

  test('case 31: a window that starts 16 days ago is refused, one of nearly 15 days is not', async () => {
    const { url } = await makeLocation()
    const from = (days: number) => `?from=${iso(api.clock.now() - days * dayMs)}&to=${iso(api.clock.now())}`
    expectInvalid(await api.call('GET', url + from(16)), 'query', ['from'])
    expectInvalid(await api.call('GET', url + from(15)), 'query', ['from'])
    assert.equal((await api.call('GET', url + from(14.9))).status, 200)
  })

  const bad: [string, string[]][] = [
    ['', ['from', 'to']],
    ['?from=2026-04-01', ['to']],
    ['?from=yesterday&to=', ['from', 'to']],
    ['?from=2026-04-01&to=2026-03-31', ['to']],
    ['?from=2026-04-01&to=2026-04-01', ['to']],
  ]
  for (const [query, keys] of bad) {
    test(`the window ${JSON.stringify(query)} is refused`, async () => {
      const { url } = await makeLocation()
      expectInvalid(await api.call('GET', url + query), 'query', keys)
    })
  }

  test('case 31: the 301st request of a day is one too many, whatever the location, and others go on', async () => {
    const key = await api.makeServiceKey(api.accountId, 'READ_ONLY')
    const [first, second] = [await makeLocation(), await makeLocation()]
    const window = `?from=${api.clock.now() - hourMs}&to=${api.clock.now()}`
    const statuses = await Promise.all(
      Array.from({ length: 300 }, async (_, index) => {
        const { url } = index % 2 === 0 ? first : second
        return (await api.call('GET', url + window, { key, afterMs: 0 })).status
      }),
    )
    assert.deepEqual(new Set(statuses), new Set([200]))
    const refused = await api.call('GET', first.url + window, { key })
    expectError(refused, 429)
    assert.equal(refused.headers['x-ratelimit-limit'], '300')
    assert.ok(Number(refused.headers['retry-after']) > 86_000)
    assert.equal((await api.call('GET', all, { key })).status, 200)
    const nextDay = `?from=${api.clock.now()}&to=${api.clock.now() + hourMs}`
    assert.equal((await api.call('GET', first.url + nextDay, { key, afterMs: dayMs })).status, 200)
  })
})
