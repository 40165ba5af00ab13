import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toWholeMicroseconds, withWholeMicroseconds } from './whole-microseconds.ts'

test('a time is cut to microseconds, and cutting it again changes nothing', () => {
  const table: [number, number][] = [
    [0, 0],
    [1.053_341_000_000_045_8, 1.053],
    [1.053_999_9, 1.053],
    [4_999.999_999_9, 4_999.999],
    [5_000, 5_000],
    [1.005, 1.005],
    [8.151_655_000_000_005, 8.151],
    [86_400_000, 86_400_000],
  ]
  for (const [time, cut] of table) assert.equal(toWholeMicroseconds(time), cut)
  for (let thousandths = 0; thousandths < 100_000; thousandths += 1) {
    assert.equal(toWholeMicroseconds(thousandths / 1000), thousandths / 1000)
  }
})

test('a stored time is on the same side of every limit as the measured one', () => {
  for (let index = 0; index < 100_000; index += 1) {
    const limit = Math.round(Math.random() * 1e7) / 1000
    for (const time of [limit, limit - Number.EPSILON * limit, limit * (1 + Math.random() * 1e-9)]) {
      assert.equal(toWholeMicroseconds(time) >= limit, time >= limit, `${time} and ${limit}`)
    }
  }
})

test('what assertions found is kept as it was', () => {
  const assertions = [{ actual: 1.234_567 }]
  assert.deepEqual(withWholeMicroseconds({ a: [1.234_567, null, 'x'], b: { c: 2.000_1 }, assertions }), {
    a: [1.234, null, 'x'],
    b: { c: 2 },
    assertions,
  })
})
