import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { changeOfLoad, changeOfShare } from './figure-change.ts'

suite('a figure against the time before', () => {
  test('times change in per cent, and are worse when a quarter slower', () => {
    assert.deepEqual(changeOfLoad({ now: 388, before: 275 }), { words: '+41 %', isWorse: true })
    assert.deepEqual(changeOfLoad({ now: 125, before: 100 }), { words: '+25 %', isWorse: false })
    assert.deepEqual(changeOfLoad({ now: 50, before: 100 }), { words: '−50 %', isWorse: false })
    assert.deepEqual(changeOfLoad({ now: 100.2, before: 100 }), { words: '±0 %', isWorse: false })
    assert.deepEqual(changeOfLoad({ now: 1474.8, before: 100 }), { words: '14.7 times', isWorse: true })
    assert.deepEqual(changeOfLoad({ now: 0, before: 0 }), { words: '±0 %', isWorse: false })
  })

  test('shares change in points, and are worse when a quarter more is missing', () => {
    assert.deepEqual(changeOfShare({ now: 93.1, before: 100 }), { words: '−6.9', isWorse: true })
    assert.deepEqual(changeOfShare({ now: 99, before: 99.1 }), { words: '−0.1', isWorse: false })
    assert.deepEqual(changeOfShare({ now: 100, before: 98.5 }), { words: '+1.5', isWorse: false })
    assert.deepEqual(changeOfShare({ now: 99.999, before: 100 }), { words: '±0', isWorse: false })
  })

  test('what is not known, and what began with nothing, has no change', () => {
    assert.equal(changeOfLoad({ now: 1, before: null }), null)
    assert.equal(changeOfLoad({ now: 3, before: 0 }), null)
    assert.equal(changeOfShare({ now: null, before: 100 }), null)
  })
})
