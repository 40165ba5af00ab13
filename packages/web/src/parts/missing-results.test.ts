import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { missingResultsOf } from './missing-results.ts'

const madeAt = Date.parse('2026-11-15T00:00:00.000Z')
const iso = (seconds: number) => new Date(madeAt + seconds * 1000).toISOString()
const rowOfAge = (seconds: number) => ({
  at: iso(seconds),
  location: 'eu-west-1',
  responseTime: 1,
  verdict: 'PASSED' as const,
})
const check = {
  activated: true,
  periodSeconds: 60,
  lastResult: rowOfAge(600),
  createdAt: iso(0),
  maintenance: null,
}
const at = (seconds: number) => madeAt + seconds * 1000

suite('a check that nobody looks at', () => {
  test('is said to be so after three runs that did not come and a minute', () => {
    assert.equal(missingResultsOf(check, at(600 + 240)), null)
    assert.deepEqual(missingResultsOf(check, at(600 + 241)), { since: iso(600), isNever: false })
  })

  test('is measured by its own rhythm', () => {
    assert.equal(missingResultsOf({ ...check, periodSeconds: 7200 }, at(600 + 6 * 3600)), null)
    assert.notEqual(missingResultsOf({ ...check, periodSeconds: 10 }, at(600 + 91)), null)
  })

  test('and never was, is silent since it was made', () => {
    const never = { ...check, lastResult: null }
    assert.equal(missingResultsOf(never, at(30)), null)
    assert.deepEqual(missingResultsOf(never, at(3600)), { since: iso(0), isNever: true })
  })

  test('is none when it is paused, and none when it waits for pings', () => {
    assert.equal(missingResultsOf({ ...check, activated: false }, at(99_999)), null)
    assert.equal(missingResultsOf({ ...check, periodSeconds: null }, at(99_999)), null)
    const maintenance = { name: 'Updates', endsAt: null, silences: true }
    const withMaintenance = (pauses: boolean) => ({ ...check, maintenance: { ...maintenance, pauses } })
    assert.equal(missingResultsOf(withMaintenance(true), at(99_999)), null)
    // One that silences alerts stops no runs.
    assert.notEqual(missingResultsOf(withMaintenance(false), at(99_999)), null)
  })
})
