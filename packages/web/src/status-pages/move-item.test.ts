import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { moveItem } from './move-item.ts'

suite('an item that is moved', () => {
  test('changes places with its neighbour', () => {
    assert.deepEqual(moveItem(['a', 'b', 'c'], 0, 1), ['b', 'a', 'c'])
    assert.deepEqual(moveItem(['a', 'b', 'c'], 2, 1), ['a', 'c', 'b'])
  })

  test('stays where it is when there is no such place', () => {
    assert.deepEqual(moveItem(['a', 'b'], 0, -1), ['a', 'b'])
    assert.deepEqual(moveItem(['a', 'b'], 1, 2), ['a', 'b'])
    assert.deepEqual(moveItem(['a', 'b'], 5, 0), ['a', 'b'])
  })
})
