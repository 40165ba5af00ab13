import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { formatVital, limitsOfVital, limitWords, shownVitals } from './vital-words.ts'

suite('vitals in words', () => {
  test('the limits are said as people say them', () => {
    assert.deepEqual(shownVitals.map(limitWords), [
      'Good up to 2.5 s, poor above 4 s',
      'Good up to 1.8 s, poor above 3 s',
      'Good up to 0.1, poor above 0.25',
      'Good up to 200 ms, poor above 600 ms',
      'Good up to 800 ms, poor above 1.8 s',
    ])
  })

  test('a chart has a line for each limit', () => {
    assert.deepEqual(
      limitsOfVital('CLS', [0.1, 0.25]).map(({ value, verdict, label }) => [value, verdict, label]),
      [
        [0.1, 'degraded', 'Needs improvement above 0.1'],
        [0.25, 'failed', 'Poor above 0.25'],
      ],
    )
  })

  test('a shift has no unit, and a small one is not zero', () => {
    assert.equal(formatVital('CLS', 0.1374), '0.137')
    assert.equal(formatVital('CLS', 0), '0')
    assert.equal(formatVital('LCP', 1_912.4), '1.91 s')
  })
})
