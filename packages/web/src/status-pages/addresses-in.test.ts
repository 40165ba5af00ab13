import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { addressesIn, inPieces } from './addresses-in.ts'

suite('pasted addresses', () => {
  test('are told apart by lines, commas, semicolons and spaces, each once', () => {
    const text = 'ada@example.net, bob@example.net;\n<carl@example.net>  ADA@example.net\n\n'
    assert.deepEqual(addressesIn(text), ['ADA@example.net', 'bob@example.net', 'carl@example.net'])
  })

  test('are sent in pieces', () => {
    assert.deepEqual(inPieces([1, 2, 3, 4, 5], 2), [[1, 2], [3, 4], [5]])
    assert.deepEqual(inPieces([], 2), [])
  })
})
