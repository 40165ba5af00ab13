import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { jobOf, sessionsUnderTest } from '../../testing/session-runs.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'

forOneEngine('details of the runs of a test session', (engine) => {
  const api = apiUnderTest(engine, { servedLocations: ['eu-west-1'] })
  const sessions = sessionsUnderTest(api)

  test('case 39, trap 1: details are answered 200 whatever is asked for, with a form that can be printed', async () => {
    const { runs } = await sessions.start([jobOf('front'), jobOf('cart')])
    const id = runs['front'] ?? ''
    await sessions.retry(id)
    await sessions.end(id, 'failed', { reason: 'status 503' })
    const asset = async (kind: string, key: string) =>
      await api.call('GET', `/next/assets/${kind}/local/${encodeURIComponent(key)}`)
    const emptyLog = { setup: [], request: [], teardown: [] }
    for (const attempt of [1, 2]) {
      const data = await asset('check-run-data', `URL.${id}.${attempt}`)
      assert.deepEqual(
        [data.status, data.at('response.status'), data.at('assertions.0.actual')],
        [200, 503, 503],
      )
      assert.deepEqual((await asset('log', `URL.${id}.${attempt}`)).body, emptyLog)
    }
    const unreadable = { requestError: 'The details of this run cannot be read at the moment.' }
    const keys = [
      `URL.${id}.9`,
      `URL.${runs['cart']}.1`,
      `URL.${randomUUID()}.1`,
      'URL.x',
      'URL',
      `API.${id}.1`,
    ]
    for (const key of keys) {
      const [log, data] = [await asset('log', key), await asset('check-run-data', key)]
      assert.deepEqual([log.status, log.body, data.status, data.body], [200, emptyLog, 200, unreadable], key)
    }
    for (const key of [`ICMP.${randomUUID()}.1`, 'nothing', '%', '../../etc/passwd'])
      assert.deepEqual((await asset('log', key)).body, [], key)
  })

  test('case 40: any number of failed results can be read without a refusal', async () => {
    const { sessionId, runs } = await sessions.start([jobOf('front')])
    const id = runs['front'] ?? ''
    await sessions.end(id, 'failed')
    const links = `/next/test-sessions/${sessionId}/results/${id}/links`
    // More than the general limit of a minute allows.
    for (const path of [`/next/assets/check-run-data/local/URL.${id}.1`, links]) {
      for (let round = 0; round < 10; round += 1) {
        const calls = Array.from({ length: 65 }, () => api.call('GET', path, { afterMs: 0 }))
        for (const answer of await Promise.all(calls)) assert.equal(answer.status, 200, answer.text)
      }
    }
  })

  test('trap 5: every check of a large project can be read at once, right after it was made', async () => {
    const checkId = await makeMonitor(api)
    for (let round = 0; round < 10; round += 1) {
      const calls = Array.from({ length: 70 }, () => api.call('GET', `/v1/checks/${checkId}`, { afterMs: 0 }))
      for (const answer of await Promise.all(calls)) assert.equal(answer.status, 200, answer.text)
    }
  })
})
