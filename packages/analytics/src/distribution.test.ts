import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { binsOf } from './distribution.ts'

const once = (values: readonly number[]) => values.map((value) => ({ value, count: 1 }))

suite('the bins of a distribution', () => {
  test('hold every value once, and leave no gap', () => {
    const values = [1, 2, 2, 3, 9.5, 10]
    const { scale, bins } = binsOf(once(values), { low: 1, high: 10 })
    assert.equal(scale, 'LINEAR')
    assert.equal(
      bins.reduce((sum, { runs }) => sum + runs, 0),
      values.length,
    )
    assert.deepEqual([bins[0]?.from, bins.at(-1)?.to], [1, 10])
    for (const [index, bin] of bins.entries()) assert.equal(bin.from, bins[index - 1]?.to ?? 1)
    assert.ok((bins.at(-1)?.runs ?? 0) >= 2, 'the highest value is in the last bin')
  })

  test('grow by a factor from 100 runs on, so that slow ones do not hide the many', () => {
    const { scale, bins } = binsOf(
      [
        { value: 10, count: 99 },
        { value: 1000, count: 1 },
      ],
      {
        low: 10,
        high: 1000,
      },
    )
    assert.equal(scale, 'LOGARITHMIC')
    const factors = bins.map(({ from, to }) => (to / from).toFixed(6))
    assert.equal(new Set(factors).size, 1)
    assert.deepEqual([bins[0]?.runs, bins.at(-1)?.runs], [99, 1])
  })

  test('zero has no logarithm', () => {
    assert.equal(
      binsOf(
        [
          { value: 0, count: 500 },
          { value: 8, count: 1 },
        ],
        { low: 0, high: 8 },
      ).scale,
      'LINEAR',
    )
  })

  test('values that are all the same have one bin, and none have none', () => {
    assert.deepEqual(binsOf(once([7, 7]), { low: 7, high: 7 }).bins, [{ from: 7, to: 7, runs: 2 }])
    assert.deepEqual(binsOf([], { low: Infinity, high: -Infinity }).bins, [])
  })

  test('what a sketch puts a little outside is in the bins at the ends', () => {
    const { bins } = binsOf(once([0.99, 10.1]), { low: 1, high: 10 })
    assert.deepEqual([bins[0]?.runs, bins.at(-1)?.runs], [1, 1])
  })
})
