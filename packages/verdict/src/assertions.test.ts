import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Assertion } from '@sonde/schema/check-types/assertion.ts'
import { evaluateAssertions, listUnevaluated } from './assertions.ts'
import type { FoundValue } from './comparison.ts'

const assertion: Assertion = {
  source: 'S',
  property: 'p',
  comparison: 'LESS_THAN',
  target: '20',
  regex: null,
}

function evaluateOne(found: FoundValue, changes: Partial<Assertion> = {}) {
  const [result] = evaluateAssertions([{ ...assertion, ...changes }], () => found)
  assert.ok(result !== undefined)
  return result
}

/** The innermost list is empty, and has `depth` lists around it. */
function nestedLists(depth: number): unknown {
  return JSON.parse('['.repeat(depth + 1) + ']'.repeat(depth + 1))
}

suite('the results of assertions', () => {
  test('all are evaluated, in order, also after a failure', () => {
    const values = new Map([
      ['a', 24.1],
      ['b', 7],
      ['c', 30],
    ])
    const assertions = [...values.keys()].map((property) => ({ ...assertion, property }))
    const results = evaluateAssertions(assertions, ({ property }) => ({
      kind: 'one',
      value: values.get(property),
    }))
    assert.deepEqual(results, [
      { ...assertion, property: 'a', order: 0, actual: 24.1, error: 'expected 24.1 to be below 20' },
      { ...assertion, property: 'b', order: 1, actual: 7, error: null },
      { ...assertion, property: 'c', order: 2, actual: 30, error: 'expected 30 to be below 20' },
    ])
  })

  test('times are written as people read them, and stay exact beside the sentence', () => {
    const cases: [number, Partial<Assertion>, string][] = [
      [1124.507, { target: '1000' }, 'expected 1.12 s to be below 1 s'],
      [0.012345, { comparison: 'GREATER_THAN', target: '1' }, 'expected 0.0123 ms to be above 1 ms'],
      [52.75, { comparison: 'EQUALS', target: ' 50 ' }, 'expected 52.8 ms to equal 50 ms'],
      [50, { comparison: 'NOT_EQUALS', target: '50.0' }, 'expected 50 ms not to equal 50 ms'],
      // What would read the same keeps its digits.
      [1000.4, { target: '1000' }, 'expected 1000.4 ms to be below 1000 ms'],
      [1000, { target: '1000' }, 'expected 1 s to be below 1 s'],
      [7, { target: 'soon' }, 'expected 7 to be below "soon", but the target is not a number'],
    ]
    for (const source of ['RESPONSE_TIME', 'LATENCY']) {
      for (const [value, changes, error] of cases) {
        const result = evaluateOne({ kind: 'one', value }, { source, ...changes })
        assert.deepEqual([result.error, result.actual], [error, value])
      }
    }
  })

  test('without a document they are listed, not evaluated', () => {
    assert.deepEqual(listUnevaluated([assertion, assertion], 'not evaluated'), [
      { ...assertion, order: 0, actual: null, error: 'not evaluated' },
      { ...assertion, order: 1, actual: null, error: 'not evaluated' },
    ])
  })

  const shown: [string, FoundValue, unknown][] = [
    ['nothing is null', { kind: 'missing' }, null],
    ['what cannot be read is null', { kind: 'unreadable', why: 'x' }, null],
    ['several values are a list', { kind: 'several', values: [1, 'a'] }, [1, 'a']],
    ['an object stays one', { kind: 'one', value: { a: [1] } }, { a: [1] }],
    ['10,240 characters stay', { kind: 'one', value: 'x'.repeat(10_240) }, 'x'.repeat(10_240)],
    ['more are cut', { kind: 'one', value: 'x'.repeat(10_241) }, 'x'.repeat(10_240)],
    ['bytes count', { kind: 'one', value: 'ä'.repeat(6_000) }, 'ä'.repeat(5_120)],
    ['no character is cut in two', { kind: 'one', value: `x${'€'.repeat(9_000)}` }, `x${'€'.repeat(3_413)}`],
    ['no pair is cut in two', { kind: 'one', value: `${'x'.repeat(10_239)}😀😀` }, 'x'.repeat(10_239)],
    [
      'a large object becomes the beginning of its text',
      { kind: 'one', value: { a: 'x'.repeat(20_000) } },
      `{"a":"${'x'.repeat(10_234)}`,
    ],
    [
      'so does a long list',
      { kind: 'several', values: Array(9_000).fill(1) },
      `[${'1,'.repeat(5_120)}`.slice(0, 10_240),
    ],
    ['what nests 32 deep stays', { kind: 'one', value: nestedLists(32) }, nestedLists(32)],
    [
      'what nests deeper becomes its text',
      { kind: 'one', value: nestedLists(33) },
      JSON.stringify(nestedLists(33)),
    ],
    ['a thousand values stay', { kind: 'one', value: Array(999).fill(1) }, Array(999).fill(1)],
    [
      'more become their text',
      { kind: 'one', value: Array(1_000).fill(1) },
      JSON.stringify(Array(1_000).fill(1)),
    ],
  ]
  for (const [promise, found, actual] of shown) {
    test(promise, () => assert.deepEqual(evaluateOne(found).actual, actual))
  }

  test('a value nested too deeply fails its assertion and nothing else', () => {
    const target = '['.repeat(200_000) + ']'.repeat(200_000)
    const value: unknown = JSON.parse(target)
    const { error } = evaluateOne({ kind: 'one', value }, { comparison: 'EQUALS', target })
    assert.match(error ?? '', /^could not be evaluated: /)
  })
})
