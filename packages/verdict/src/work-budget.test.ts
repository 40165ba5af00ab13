import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Assertion } from '@sonde/schema/check-types/assertion.ts'
import { evaluateAssertions, type FindValue } from './assertions.ts'
import { containsText } from './contains-text.ts'
import { writeBeginning } from './json-beginning.ts'
import { findInText } from './text-source.ts'
import { createWorkBudget, NeedsOwnThread } from './work-budget.ts'

const tooMuch =
  'could not be evaluated: the assertions of this check are too much work for this response; use simpler paths or patterns'

function assertion(changes: Partial<Assertion>): Assertion {
  return { source: 'S', property: '', comparison: 'CONTAINS', target: '', regex: null, ...changes }
}

suite('the work of all assertions of a verdict is bounded', () => {
  const row = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`k${n}`, `value ${n}`]))
  const rows = Array.from({ length: 100_000 }, () => row)
  const cases: [string, Partial<Assertion>, FindValue][] = [
    [
      'a large pattern',
      { property: '[a-b]{1,900}[^a-y]z' },
      (asked, budget) => findInText('a'.repeat(1_000_000), asked, budget),
    ],
    [
      'many large objects for a member',
      { comparison: 'HAS_VALUE', target: 'x' },
      () => ({ kind: 'several', values: rows }),
    ],
    [
      'many large objects for being empty',
      { comparison: 'NOT_EMPTY' },
      () => ({ kind: 'several', values: rows }),
    ],
    [
      'many values for a long target',
      { comparison: 'NOT_EQUALS', target: ' '.repeat(10_000) },
      () => ({ kind: 'several', values: rows.map((_, n) => n) }),
    ],
  ]
  for (const [what, changes, find] of cases) {
    test(`looking through ${what} is given up, and no later assertion begins anew`, () => {
      const before = process.cpuUsage()
      const results = evaluateAssertions(Array(100).fill(assertion(changes)), find)
      const { user, system } = process.cpuUsage(before)
      assert.deepEqual([results.at(0)?.error, results.at(-1)?.error], [tooMuch, tooMuch])
      assert.ok(user + system < 6_000_000, `${(user + system) / 1_000} ms`)
    })
  }

  test('what is shown of a value costs no more than what is shown', () => {
    const before = process.cpuUsage()
    const [result] = evaluateAssertions([assertion({ comparison: 'IS_NULL' })], () => ({
      kind: 'one',
      value: rows,
    }))
    const { user, system } = process.cpuUsage(before)
    assert.equal(String(result?.actual).length, 10_240)
    assert.ok(user + system < 1_000_000, `${(user + system) / 1_000} ms`)
  })

  test('on a thread that others wait for, more than a moment of work asks for another thread', () => {
    const find: FindValue = (asked, budget) => findInText('a'.repeat(100_000), asked, budget)
    const pattern = assertion({ property: '(x|y|z){20}' })
    assert.throws(
      () => evaluateAssertions([pattern], find, createWorkBudget({ isInline: true })),
      NeedsOwnThread,
    )
    assert.match(evaluateAssertions([pattern], find)[0]?.error ?? '', /found none/)
    const text = assertion({ target: 'b' })
    const [plain] = evaluateAssertions(
      [text],
      () => ({ kind: 'one', value: 'a'.repeat(1_000_000) }),
      createWorkBudget({ isInline: true }),
    )
    assert.match(plain?.error ?? '', /to contain/)
  })
})

suite('a text in a text', () => {
  test('is found as the engine finds it', () => {
    for (const [text, target] of [
      ['abcabcabcabcabcabcabd', 'abcabcabcabcabcabd'],
      ['aaaaaaaaaaaaaaaaaaaaab', 'aaaaaaaaaaaaaaaaab'],
      ['x'.repeat(40), 'x'.repeat(40)],
      ['x'.repeat(40), 'x'.repeat(41)],
      ['abababababababababababac', 'ababababababababac'],
      ['no such thing in this text at all', 'such thing in that text'],
    ] as const) {
      assert.equal(containsText(text, target), text.includes(target), target)
    }
  })

  test('is looked for in linear time', () => {
    const before = process.cpuUsage()
    const half = 'a'.repeat(5_000)
    assert.equal(containsText('a'.repeat(4_000_000), `${half}b${half}`), false)
    const { user, system } = process.cpuUsage(before)
    assert.ok(user + system < 1_000_000, `${(user + system) / 1_000} ms`)
  })
})

test('the beginning of a value is that of its JSON', () => {
  const values = [
    null,
    1,
    'a"b',
    [1, [2, { a: 'x', b: undefined, c: [] }]],
    { a: { b: [true, null] } },
    [undefined],
  ]
  for (const value of values) {
    const json = JSON.stringify(value)
    assert.equal(writeBeginning(value, 1_000), json)
    for (let length = 1; length < json.length; length += 1) {
      const beginning = writeBeginning(value, length)
      assert.ok(json.startsWith(beginning.slice(0, length)), `${beginning} of ${json}`)
    }
  }
})
