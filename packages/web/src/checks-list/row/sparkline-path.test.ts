import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sparklinePath } from './sparkline-path.ts'

const size = { width: 20, height: 12 }

test('a line goes from the least value at the bottom to the greatest at the top', () => {
  assert.equal(sparklinePath([10, 30, 20], size), 'M0 11L10 1L20 6')
})

test('nothing is drawn over hours without a measurement, and one alone is seen', () => {
  assert.equal(sparklinePath([10, null, 30, null, 20], size), 'M0 11h1M10 1h1M20 6h1')
  assert.equal(sparklinePath([10, 20, null, 30, 30], size), 'M0 11L5 6M15 1L20 1')
})

test('equal values are a line in the middle, and none at all is nothing', () => {
  assert.equal(sparklinePath([5, 5], size), 'M0 6L20 6')
  assert.equal(sparklinePath([null, null], size), null)
  assert.equal(sparklinePath([], size), null)
})
