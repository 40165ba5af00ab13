import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { splitMessage } from './api-error.ts'

const cases = [
  {
    name: 'one mistake',
    message: 'name must be a string',
    keys: ['name'],
    parts: [['name', 'must be a string']],
  },
  {
    name: 'several, each at its own field',
    message: 'name is required; request.hostname must not be empty',
    keys: ['name', 'request.hostname'],
    parts: [
      ['name', 'is required'],
      ['request.hostname', 'must not be empty'],
    ],
  },
  {
    name: 'a semicolon within a message',
    message: 'tags.0 has a "; " in it; name is required',
    keys: ['tags.0', 'name'],
    parts: [
      ['tags.0', 'has a "; " in it'],
      ['name', 'is required'],
    ],
  },
  {
    name: 'the same field twice',
    message: 'name is wrong; name is worse',
    keys: ['name', 'name'],
    parts: [
      ['name', 'is wrong'],
      ['name', 'is worse'],
    ],
  },
  { name: 'a message of another form', message: 'No', keys: ['name'], parts: [] },
]

suite('a refusal is told field by field:', () => {
  for (const { name, message, keys, parts } of cases) {
    test(name, () => {
      const split = splitMessage(message, keys).map(({ path, message: what }) => [path, what])
      assert.deepEqual(split, parts)
    })
  }
})
