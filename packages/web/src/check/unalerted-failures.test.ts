import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureInWords, unalertedFailures } from './unalerted-failures.ts'

test('failed runs that raised no alert are told by themselves, and those of an outage are not', () => {
  const hour = (at: number) => Date.UTC(2026, 0, 1, at)
  const span = (at: number, failed: number) => ({
    startsAt: new Date(hour(at)).toISOString(),
    passed: 60 - failed,
    degraded: 0,
    failed,
    withheld: 3,
  })
  const verdicts = {
    from: new Date(hour(0)).toISOString(),
    to: new Date(hour(20)).toISOString(),
    intervalMinutes: 60,
    spans: [span(1, 1), span(4, 2), span(5, 1), span(6, 0), span(9, 1), span(10, 40), span(15, 1)],
  }
  // The alert came after the second failed run, in the hour after the first.
  const outage = { beganAt: hour(10) + 60_000, endedAt: hour(10) + 41 * 60_000 }
  const found = unalertedFailures(verdicts, [outage])
  assert.deepEqual(found, [
    { from: hour(15), to: hour(16), failed: 1, runs: 60 },
    { from: hour(4), to: hour(6), failed: 3, runs: 120 },
    { from: hour(1), to: hour(2), failed: 1, runs: 60 },
  ])
  assert.deepEqual(
    found.map((one) => failureInWords(one, true)),
    ['1 of 60 runs failed', '3 of 120 runs failed', '1 of 60 runs failed'],
  )
  assert.equal(unalertedFailures(verdicts, [outage], hour(3)).length, 2)
  assert.deepEqual(unalertedFailures(verdicts, [{ beganAt: hour(0), endedAt: null }]), [])
})
