import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { frequencies, frequencyOffsetRule, highestOffset, isOffsetAllowed } from './frequency.ts'

const seconds = [10, 20, 30]
const rule = frequencyOffsetRule(seconds)
const whole = { complete: true }
const partial = { complete: false }

suite('frequency and offset', () => {
  const highest: Record<number, number> = {
    1: 10,
    2: 20,
    5: 50,
    10: 100,
    15: 150,
    30: 300,
    60: 600,
    120: 2,
    180: 3,
    360: 6,
    720: 12,
    1440: 24,
  }
  for (const frequency of frequencies.filter((minutes) => minutes !== 0)) {
    test(`the offset of ${frequency} minutes goes from 1 to ${highest[frequency]}`, () => {
      const last = highest[frequency] ?? 0
      assert.equal(highestOffset(frequency), last)
      const allowed = [0, 1, last, last + 1].map((offset) => isOffsetAllowed(frequency, offset, seconds))
      assert.deepEqual(allowed, [false, true, true, false])
      assert.deepEqual(rule({ frequency, frequencyOffset: last }, whole), [])
      const [mistake] = rule({ frequency, frequencyOffset: last + 1 }, whole)
      assert.equal(mistake?.path, 'frequencyOffset')
      assert.match(mistake?.message ?? '', new RegExp(`from 1 to ${last} with frequency ${frequency}`))
    })
  }

  const cases: [string, Record<string, unknown>, { complete: boolean }, string[]][] = [
    ['frequency 0 takes 10', { frequency: 0, frequencyOffset: 10 }, whole, []],
    ['frequency 0 takes 30', { frequency: 0, frequencyOffset: 30 }, partial, []],
    ['frequency 0 does not take 15', { frequency: 0, frequencyOffset: 15 }, partial, ['frequencyOffset']],
    ['frequency 0 needs an offset in a whole body', { frequency: 0 }, whole, ['frequencyOffset']],
    ['frequency 0 may find its offset in what is stored', { frequency: 0 }, partial, []],
    ['an offset alone is validated later', { frequencyOffset: 9999 }, partial, []],
    ['nothing is no mistake', {}, whole, []],
    [
      'an unknown frequency is the business of the schema',
      { frequency: 3, frequencyOffset: 9999 },
      whole,
      [],
    ],
    ['an offset of another type too', { frequency: 5, frequencyOffset: '51' }, whole, []],
    ['a fraction too', { frequency: 5, frequencyOffset: 60.5 }, whole, []],
    ['an offset of 0 too', { frequency: 0, frequencyOffset: 0 }, whole, []],
    ['a frequency of another type too', { frequency: '5', frequencyOffset: 51 }, whole, []],
  ]
  for (const [promise, value, stage, paths] of cases) {
    test(promise, () =>
      assert.deepEqual(
        rule(value, stage).map(({ path }) => path),
        paths,
      ),
    )
  }

  test('a type without seconds has no frequency 0, and one with a single choice names it', () => {
    const [none] = frequencyOffsetRule([])({ frequency: 0, frequencyOffset: 10 }, whole)
    assert.equal(none?.path, 'frequency')
    const [single] = frequencyOffsetRule([30])({ frequency: 0, frequencyOffset: 10 }, whole)
    assert.match(single?.message ?? '', /must be 30 with frequency 0/)
    const [several] = rule({ frequency: 0, frequencyOffset: 11 }, whole)
    assert.match(several?.message ?? '', /must be 10, 20 or 30 with frequency 0/)
  })
})
