import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toWireVerdict, verdictOfWire } from './wire-verdict.ts'

const explanation = { overMaxResponseTime: null, responseTime: 12, isNetworkError: false, reason: 'why' }

const cases = [
  ['passed', { hasFailures: false, isDegraded: false, hasErrors: false }],
  ['degraded', { hasFailures: false, isDegraded: true, hasErrors: false }],
  ['failed', { hasFailures: true, isDegraded: false, hasErrors: false }],
  ['withheld', { hasFailures: false, isDegraded: false, hasErrors: true }],
] as const
for (const [kind, flags] of cases) {
  test(`agents tell ${kind} by ${JSON.stringify(flags)}, and it is read back`, () => {
    const wire = toWireVerdict({ kind, ...explanation })
    assert.deepEqual(wire, { ...flags, ...explanation })
    assert.equal(verdictOfWire(wire), kind)
  })
}

test('of several flags the one counts that blames the target least', () => {
  const all = { hasFailures: true, isDegraded: true, hasErrors: true, ...explanation }
  assert.equal(verdictOfWire(all), 'withheld')
  assert.equal(verdictOfWire({ ...all, hasErrors: false }), 'failed')
})
