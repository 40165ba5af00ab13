import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { barOf, inSequence } from './waterfall.ts'

suite('the parts of a run', () => {
  test('follow each other, and what was not reached is left out', () => {
    const phases = inSequence([
      ['Lookup', 10],
      ['Connect', null],
      ['First byte', 30],
    ])
    assert.deepEqual(phases, [
      { label: 'Lookup', startMs: 0, lengthMs: 10 },
      { label: 'First byte', startMs: 10, lengthMs: 30 },
    ])
  })

  test('are all to be seen, and none leaves the chart', () => {
    assert.deepEqual(barOf({ label: '', startMs: 100, lengthMs: 0 }, 100), { left: 99.5, width: 0.5 })
    assert.deepEqual(barOf({ label: '', startMs: 25, lengthMs: 50 }, 100), { left: 25, width: 50 })
    assert.deepEqual(barOf({ label: '', startMs: 0, lengthMs: 0 }, 0), { left: 0, width: 0.5 })
  })
})
