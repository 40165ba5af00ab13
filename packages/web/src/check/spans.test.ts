import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sharesOf, spansOf, summarizeSpans, wordsOf } from './spans.ts'

const from = Date.UTC(2026, 0, 1, 10, 5)
const none = { passed: 0, degraded: 0, failed: 0, withheld: 0 }

suite('the strip of verdicts', () => {
  test('has a column for each span, and says where there was no result', () => {
    const startsAt = new Date(Date.UTC(2026, 0, 1, 10, 15)).toISOString()
    const spans = spansOf({
      from: new Date(from).toISOString(),
      to: new Date(from + 30 * 60_000).toISOString(),
      intervalMinutes: 15,
      spans: [{ ...none, startsAt, passed: 3 }],
    })
    assert.deepEqual(
      spans.map(({ counts }) => counts?.passed ?? null),
      [null, 3, null],
    )
    assert.equal(spans[1]?.startsAt, Date.parse(startsAt))
  })

  test('shows one failure among a thousand', () => {
    const [failedShare, passed] = sharesOf({ ...none, failed: 1, passed: 999 })
    assert.equal(failedShare?.name, 'failed')
    assert.ok((failedShare?.percent ?? 0) > 10)
    assert.equal(Math.round((failedShare?.percent ?? 0) + (passed?.percent ?? 0)), 100)
  })

  test('says in words what its colours say', () => {
    assert.equal(wordsOf({ ...none, failed: 2, withheld: 1, passed: 4 }), '2 failed, 1 no verdict, 4 passed')
    assert.equal(wordsOf(null), 'no result')
  })

  test('is summed up with the right number', () => {
    const span = (failed: number | null) => ({
      startsAt: 0,
      endsAt: 1,
      counts: failed === null ? null : { ...none, failed, passed: 1 },
    })
    assert.equal(
      summarizeSpans([span(1), span(0), span(null)]),
      '1 of 3 intervals has failures, 1 has no result',
    )
    assert.equal(summarizeSpans([span(0)]), '0 of 1 interval have failures, 0 have no result')
  })
})
