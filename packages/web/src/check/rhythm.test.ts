import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { rhythmOf, runMinutesOf } from './rhythm.ts'

const check = { locations: ['a', 'b'], privateLocations: [], runParallel: false }

const cases = [
  { given: { ...check, frequency: 0, frequencyOffset: 10 }, words: 'every 10 s at 2 locations, in turns' },
  { given: { ...check, frequency: 1, runParallel: true }, words: 'every minute at 2 locations, all at once' },
  { given: { ...check, frequency: 1440, locations: ['a'] }, words: 'every day at 1 location' },
  { given: { ...check, frequency: 5, locations: [] }, words: 'no location: it never runs' },
  {
    given: { ...check, frequency: 120, locations: [], privateLocations: ['lab'] },
    words: 'every 2 hours at 1 location',
  },
]

suite('how often a check runs is said in words:', () => {
  for (const { given: input, words } of cases) {
    test(words, () => assert.equal(rhythmOf(input), words))
  }

  test('a chart has a step for each run, and by location one for each turn', () => {
    const turns = { ...check, frequency: 5 }
    assert.equal(runMinutesOf(turns, { isByLocation: false }), 5)
    assert.equal(runMinutesOf(turns, { isByLocation: true }), 10)
    assert.equal(runMinutesOf({ ...turns, runParallel: true }, { isByLocation: true }), 5)
  })
})
