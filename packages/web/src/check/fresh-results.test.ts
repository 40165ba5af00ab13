import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { ApiVerdict } from '@sonde/schema/runs/api-verdicts.ts'
import { countFresh } from './fresh-results.ts'

const readAt = Date.parse('2026-11-15T12:00:00.000Z')
const iso = (seconds: number) => new Date(readAt + seconds * 1000).toISOString()
const tell = (seconds: number, verdict: ApiVerdict = 'PASSED', location = 'eu-west-1') => ({
  receivedAt: readAt + seconds * 1000,
  result: { at: iso(seconds), location, responseTime: 1, verdict },
})
const events = [
  tell(10),
  tell(20, 'FAILED'),
  tell(30, 'DEGRADED', 'us-east-1'),
  tell(40, 'FAILED', 'us-east-1'),
]
const count = (search: Parameters<typeof countFresh>[1]['search']) =>
  countFresh(events, { search, entries: [], readAt })

suite('new results that a list lacks', () => {
  test('are those that its filter would show', () => {
    assert.equal(count({}), 4)
    assert.equal(count({ verdict: 'failed' }), 2)
    assert.equal(count({ verdict: 'not-failed' }), 2)
    assert.equal(count({ location: 'us-east-1' }), 2)
    assert.equal(count({ verdict: 'failed', location: 'us-east-1' }), 1)
    assert.equal(count({ location: 'ap-south-1' }), 0)
  })

  test('are none in a list of attempts before the last, of another page, or of a time that is over', () => {
    assert.equal(count({ attempts: 'ATTEMPT' }), 0)
    assert.equal(count({ attempts: 'ALL' }), 4)
    assert.equal(count({ after: 'cursor' }), 0)
    assert.equal(count({ from: 0, to: 1 }), 0)
  })

  test('are counted once, and no more when the list has been read anew', () => {
    assert.equal(countFresh([...events, tell(10)], { search: {}, entries: [], readAt }), 4)
    assert.equal(countFresh(events, { search: {}, entries: [], readAt: readAt + 60_000 }), 0)
  })

  test('that were told while the list was on its way are looked for in it', () => {
    const late = { search: {}, readAt: readAt + 41_000 }
    assert.equal(countFresh(events, { ...late, entries: [] }), 1)
    const entries = [{ startedAt: iso(40), runLocation: 'us-east-1' }]
    assert.equal(countFresh(events, { ...late, entries }), 0)
  })
})
