import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chunks } from './chunks.ts'

const cases = [
  { name: 'an empty list has none', list: [], expected: [] },
  { name: 'the last is what is left', list: [1, 2, 3, 4, 5], expected: [[1, 2], [3, 4], [5]] },
  {
    name: 'a whole multiple leaves no empty one',
    list: [1, 2, 3, 4],
    expected: [
      [1, 2],
      [3, 4],
    ],
  },
  { name: 'a short list is one', list: [1], expected: [[1]] },
]
for (const { name, list, expected } of cases) {
  test(name, () => assert.deepEqual([...chunks(list, 2)], expected))
}
