import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createThoroughness } from '../testing/thoroughness.ts'

const numbers = Array.from({ length: 12 }, (_, index) => index)
const usualOf = (seed: number) => createThoroughness({ isFull: false, seed })
const full = createThoroughness({ isFull: true, seed: 7 })

suite('how much a run repeats', () => {
  test('a fifth of the rounds and never none, unless told', () => {
    const { rounds } = usualOf(7)
    assert.deepEqual([rounds(20), rounds(3), rounds(1), rounds(200, 10)], [4, 1, 1, 10])
  })

  test('everything by night', () => {
    assert.deepEqual([full.rounds(20), full.rounds(200, 10)], [20, 200])
  })

  test('the same seed chooses the same, and other seeds and names choose everything', () => {
    const choices = ['a', 'b'] as const
    assert.equal(usualOf(3).choose('name', choices), usualOf(3).choose('name', choices))
    assert.equal(new Set(numbers.map((seed) => usualOf(seed).choose('name', choices))).size, 2)
    assert.equal(new Set(numbers.map((name) => usualOf(3).choose(`${name}`, choices))).size, 2)
  })

  test('a fifth of the cases, others with other seeds until all had their turn, and by night all', () => {
    const cases = numbers.slice(0, 11)
    assert.deepEqual(usualOf(3).some('name', cases), usualOf(3).some('name', cases))
    assert.equal(usualOf(3).some('name', cases).length, 3)
    assert.deepEqual(
      numbers.map((seed) => usualOf(seed).some('name', cases, 11)),
      numbers.map(() => cases),
    )
    const seeds = Array.from({ length: 100 }, (_, seed) => seed)
    assert.equal(new Set(seeds.flatMap((seed) => usualOf(seed).some('name', cases, 1))).size, 11)
    assert.deepEqual([usualOf(3).some('name', []), full.some('name', cases)], [[], cases])
  })

  test('integers are within their limits, differ, and come again with the seed', () => {
    const draw = (seed: number) => {
      const integer = usualOf(seed).seededIntegers('kills')
      return numbers.map(() => integer(20, 300))
    }
    assert.deepEqual(draw(5), draw(5))
    assert.notDeepEqual(draw(5), draw(6))
    assert.ok(new Set(draw(5)).size > 1 && draw(5).every((number) => number >= 20 && number < 300))
  })
})
