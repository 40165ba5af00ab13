import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchesSearch } from './matches-search.ts'

test('a search finds words in any order and any case', () => {
  const texts = ['POST', 'https://shop.example.com/Pay', null]
  assert.deepEqual(
    ['', 'pay', 'PAY post', 'pay get', ' '].map((search) => matchesSearch(texts, search)),
    [true, true, true, false, true],
  )
})
