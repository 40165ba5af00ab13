import assert from 'node:assert/strict'
import { test } from 'node:test'
import { showChange } from './shown-change.ts'

test('a change is in per cent, and from ten times on in times', () => {
  assert.deepEqual(showChange(141, 100), { isMore: true, amount: '41 %', isTimes: false })
  assert.deepEqual(showChange(50, 100), { isMore: false, amount: '50 %', isTimes: false })
  assert.deepEqual(showChange(999, 100), { isMore: true, amount: '899 %', isTimes: false })
  assert.deepEqual(showChange(1_474.8, 100), { isMore: true, amount: '14.7 times', isTimes: true })
  assert.equal(showChange(100.4, 100), null)
})
