import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findInText } from './text-source.ts'
import { createWorkBudget, TooMuchWork } from './work-budget.ts'

const look = (text: string, property: string, regex: string | null = '') =>
  findInText(text, { property, regex }, createWorkBudget())

describe('what an assertion looks at in a text', () => {
  test('without a pattern it is the whole text, an empty one too', () => {
    assert.deepEqual(look('+PONG\r\n', ''), { kind: 'one', value: '+PONG\r\n' })
    assert.deepEqual(look('', '', null), { kind: 'one', value: '' })
  })

  test('a pattern gives its first group, or the whole match when it has none', () => {
    assert.deepEqual(look('alpn="h3,h2" port=1', 'alpn="([^"]*)"'), { kind: 'one', value: 'h3,h2' })
    assert.deepEqual(look('a1 b22 c333', '\\d+'), { kind: 'one', value: '1' })
  })

  test('the pattern may stand in the regex field, and the property wins', () => {
    assert.deepEqual(look('a1 b2', '', 'b\\d'), { kind: 'one', value: 'b2' })
    assert.deepEqual(look('a1 b2', 'a\\d', 'b\\d'), { kind: 'one', value: 'a1' })
  })

  test('slashes around a pattern are dropped', () => {
    assert.deepEqual(look('v=12', '/v=(\\d+)/'), { kind: 'one', value: '12' })
  })

  test('no match, and a group that took no part in the match, are a missing value', () => {
    assert.deepEqual(look('abc', 'x'), { kind: 'missing' })
    assert.deepEqual(look('abc', 'abc(d)?'), { kind: 'missing' })
  })

  test('a pattern that the linear-time engine refuses cannot be read', () => {
    for (const pattern of ['(?=a)a', '(a)\\1', '(']) {
      assert.equal(look('aaa', pattern).kind, 'unreadable', pattern)
    }
  })

  test('large patterns on a megabyte are refused before they hold up everything else', () => {
    const text = 'a'.repeat(1024 * 1024)
    assert.throws(() => look(text, '[a-b]{1,900}[^a-y]z'), TooMuchWork)
    assert.throws(() => look('aaa', '(a{0,100}){0,100}'), TooMuchWork)
  })

  test('a hundred patterns share one budget', () => {
    const text = 'a'.repeat(1024 * 1024)
    const budget = createWorkBudget()
    const lookFor = (number: number) => findInText(text, { property: `b${number}[c-f]`, regex: '' }, budget)
    assert.equal(lookFor(0).kind, 'missing')
    assert.throws(() => {
      for (let number = 1; number < 100; number += 1) lookFor(number)
    }, TooMuchWork)
  })
})
