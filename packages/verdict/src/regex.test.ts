import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { assertLinear } from '@sonde/ground/testing/growth.ts'
import { extractFirst as extractWithin } from './regex.ts'
import { createWorkBudget, TooMuchWork } from './work-budget.ts'

const extractFirst = (pattern: string, text: string) => extractWithin(pattern, text, createWorkBudget())

suite('a regular expression takes out', () => {
  const cases: [string, string, string, string | null][] = [
    ['the whole match without a group', 'a.c', 'xabcabd', 'abc'],
    ['the first group', 'max-age=(\\d+);(.*)', 'max-age=31536000; x', '31536000'],
    ['the first match only', '(\\d)', '123', '1'],
    ['a named group', '(?P<n>b+)', 'abbc', 'bb'],
    ['an empty match', 'x*', 'abc', ''],
    ['an empty group', '(x*)b', 'abc', ''],
    ['nothing without a match', 'z', 'abc', null],
    ['nothing from a group that took no part', '(x)?b', 'abc', null],
    ['case matters', 'ABC', 'abc', null],
    ['a flag inside the pattern works', '(?i)ABC', 'abc', 'abc'],
    ['without the slashes around it', '/b/', 'abc', 'b'],
    ['with a slash inside it', 'a/b', 'a/b', 'a/b'],
    ['characters outside the basic plane', '(.)b', '😀b', '😀'],
  ]
  for (const [promise, pattern, text, expected] of cases) {
    test(promise, () =>
      assert.deepEqual(
        extractFirst(pattern, text),
        expected === null ? { kind: 'no-match' } : { kind: 'text', text: expected },
      ),
    )
  }

  for (const pattern of ['(', '(?=a)b', '(a)\\1']) {
    test(`nothing by ${pattern}, which is not for this engine`, () =>
      assert.deepEqual(extractFirst(pattern, 'ab'), { kind: 'bad-pattern' }))
  }
})

test('a pattern that is too large is too much work', () => {
  assert.throws(() => extractFirst('((a{100}){100}){100}', 'ab'), TooMuchWork)
})

suite('patterns that hang other engines', () => {
  for (const pattern of ['(a+)+$', '(a|aa)+$', '(a|a?)+c', '(.*a){12}c', '^(([a-z])+.)+[A-Z]([a-z])+$']) {
    test(`${pattern} takes time by the length of the text and no more`, () =>
      assertLinear(4_000, (length) =>
        assert.deepEqual(extractFirst(pattern, `${'a'.repeat(length)}b`), { kind: 'no-match' }),
      ))
  }
})
