import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { alignRuns, failureSpans, gapOf } from './align-runs.ts'

const start = Date.UTC(2026, 10, 16, 12)
const minute = 60_000

function place(offsetMs: number, verdicts: readonly ('PASSED' | 'FAILED')[], value = 5) {
  return {
    startedAt: verdicts.map((_, index) => start + index * minute + offsetMs),
    responseTime: verdicts.map((verdict) => (verdict === 'FAILED' ? null : value)),
    verdict: [...verdicts],
  }
}

suite('runs on one axis', () => {
  test('three locations with four runs each are twelve points, also in the same millisecond', () => {
    const verdicts = ['PASSED', 'PASSED', 'PASSED', 'PASSED'] as const
    const { times, values } = alignRuns([place(0, verdicts, 1), place(0, verdicts, 2), place(7, verdicts, 3)])
    assert.equal(times.length, 12)
    assert.deepEqual(times, times.toSorted())
    for (const [index, line] of values.entries()) {
      assert.deepEqual(
        line.filter((value) => value !== undefined),
        [index + 1, index + 1, index + 1, index + 1],
      )
    }
  })

  test('a run without a measurement is a gap, and not a missing run', () => {
    const { values, verdicts } = alignRuns([place(0, ['PASSED', 'FAILED'])])
    assert.deepEqual(values, [[5, null]])
    assert.deepEqual(verdicts, [['passed', 'failed']])
  })

  test('a pause is no line: runs three times as far apart as mostly are not joined', () => {
    assert.equal(gapOf([{ startedAt: [0, 10, 20].map((at) => at * minute) }]), 30 * minute)
    // Three places that are one begin within milliseconds of each other.
    assert.equal(gapOf([{ startedAt: [0, 1, 2, 600_002, 600_003, 600_004] }]), 1_800_000)
    assert.equal(gapOf([{ startedAt: [] }]), 3 * minute)
  })

  test('failures that follow each other are one span, a run that passes ends it', () => {
    const aligned = alignRuns([place(0, ['PASSED', 'FAILED', 'FAILED', 'PASSED', 'FAILED'])])
    assert.deepEqual(failureSpans(aligned, 3 * minute), [
      { from: start + minute, to: start + 2 * minute },
      { from: start + 4 * minute, to: start + 4 * minute },
    ])
    const two = alignRuns([place(0, ['FAILED', 'FAILED']), place(200, ['PASSED', 'PASSED'])])
    assert.deepEqual(failureSpans(two, 3 * minute), [{ from: start, to: start + minute }])
  })
})
