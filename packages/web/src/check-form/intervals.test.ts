import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inShort, intervalsOf, inWords, isUsual } from './intervals.ts'

test('a type is offered its sub-minute intervals first, and never "0 minutes"', () => {
  assert.deepEqual(intervalsOf([0, 1, 60], [10, 30]), [
    { frequency: 0, frequencyOffset: 10 },
    { frequency: 0, frequencyOffset: 30 },
    { frequency: 1 },
    { frequency: 60 },
  ])
})

test('intervals are told in words', () => {
  const words = intervalsOf([0, 1, 5, 60, 120, 1440], [10]).map(inWords)
  assert.deepEqual(words, [
    'Every 10 seconds',
    'Every minute',
    'Every 5 minutes',
    'Every hour',
    'Every 2 hours',
    'Every day',
  ])
})

test('the usual ones of a type are buttons, the others are asked for', () => {
  const all = intervalsOf([0, 1, 2, 5, 60, 1440], [10, 20])
  assert.deepEqual(all.filter(isUsual).map(inShort), ['10 s', '1 min', '5 min', '1 h'])
  assert.deepEqual(all.filter((one) => !isUsual(one)).map(inShort), ['20 s', '2 min', '1 d'])
})
