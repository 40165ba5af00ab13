import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextUpdatedAt } from './next-updated-at.ts'

const cases = [
  { name: 'usually it is now', before: { createdAt: 1, updatedAt: 5 }, now: 9, expected: 9 },
  {
    name: 'a second write within one millisecond',
    before: { createdAt: 1, updatedAt: 9 },
    now: 9,
    expected: 10,
  },
  { name: 'a clock that was set back', before: { createdAt: 1, updatedAt: 20 }, now: 9, expected: 21 },
  {
    name: 'the first write after the creation',
    before: { createdAt: 9, updatedAt: null },
    now: 9,
    expected: 10,
  },
]
for (const { name, before, now, expected } of cases) {
  test(name, () => assert.equal(nextUpdatedAt(before, now), expected))
}
