import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { timeLimits } from './chart-kind.ts'
import { expiryLimits } from './ssl/limits.ts'

suite('the limits of a check', () => {
  test('are response times from which it is degraded, and fails, as far as it has them', () => {
    assert.deepEqual(timeLimits({ degradedResponseTime: 500, maxResponseTime: 1250 }), [
      { value: 500, verdict: 'degraded', label: 'Degraded from 500 ms' },
      { value: 1250, verdict: 'failed', label: 'Fails from 1.25 s' },
    ])
    assert.deepEqual(timeLimits({ degradedResponseTime: null }), [])
  })

  test('are days of a certificate', () => {
    const check = (alertDaysBeforeExpiry: number) => ({ request: { sslConfig: { alertDaysBeforeExpiry } } })
    assert.deepEqual(
      expiryLimits(check(20)).map(({ value, label }) => [value, label]),
      [[20, 'Degraded with 20 days left']],
    )
    assert.equal(expiryLimits(check(1))[0]?.label, 'Degraded with 1 day left')
    assert.deepEqual(expiryLimits({}), [])
  })
})
