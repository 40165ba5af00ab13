import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { setCheckStatus } from '../../testing/check-status.ts'
import { expectError } from '../../testing/expect-refusal.ts'
import { storeResult } from '../../testing/store-result.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'

forOneEngine('check statuses', (engine) => {
  const api = apiUnderTest(engine)

  test('SA 30: the status is the last verdict, muted or not, and our own trouble does not change it', async () => {
    const id = await makeMonitor(api, { name: 'Quiet', muted: true })
    await setCheckStatus(api, id, 'failed')
    await storeResult(api, id, { verdict: 'withheld' })
    await storeResult(api, id, { verdict: 'cancelled', scheduledAt: api.clock.now() + 1 })
    const updatedAt = new Date(api.clock.now()).toISOString()
    const answer = await api.call('GET', `/v1/check-statuses/${id}`)
    assert.equal(answer.status, 200, answer.text)
    const createdAt = answer.textAt('created_at')
    assert.deepEqual(answer.body, {
      name: 'Quiet',
      checkId: id,
      hasFailures: true,
      hasErrors: false,
      isDegraded: false,
      longestRun: 20.5,
      shortestRun: 10,
      lastRunLocation: 'eu-west-1',
      lastCheckRunId: '42',
      sslDaysRemaining: null,
      created_at: createdAt,
      updated_at: updatedAt,
    })
  })

  test('all checks of the account that have run are listed, newest first', async () => {
    const account = await api.makeAccount(api.ownerId)
    const degraded = await makeMonitor(api, {}, { account })
    const passing = await makeMonitor(api, {}, { account })
    const neverRun = await makeMonitor(api, {}, { account })
    await setCheckStatus(api, degraded, 'degraded', account)
    await setCheckStatus(api, passing, 'passed', account)
    const list = await api.call('GET', '/v1/check-statuses', { account })
    const shown = [0, 1, 2].map((index) => [
      list.at(`${index}.checkId`),
      list.at(`${index}.hasFailures`),
      list.at(`${index}.isDegraded`),
    ])
    assert.deepEqual(shown, [
      [passing, false, false],
      [degraded, false, true],
      [undefined, undefined, undefined],
    ])
    expectError(await api.call('GET', `/v1/check-statuses/${neverRun}`, { account }), 404)
    expectError(await api.call('GET', `/v1/check-statuses/${passing}`), 404)
    expectError(await api.call('GET', '/v1/check-statuses/abc'), 400)
  })
})
