import assert from 'node:assert/strict'
import { test } from 'node:test'
import { containsPattern, foldForSearch } from './text-search.ts'

test('names that look the same fold to the same text', () => {
  assert.equal(foldForSearch('A\u030Angström ＡＢＣ ﬁ'), foldForSearch('ångström abc fi'))
})

test('what has a meaning in a pattern is escaped', () => {
  assert.equal(containsPattern('50%_\\x'), '%50\\%\\_\\\\x%')
})

test('a sigma is a sigma, at the end of a word and inside one', () => {
  assert.ok(foldForSearch('ΟΔΟΣΑ').includes(foldForSearch('ΟΔΟΣ')))
})
