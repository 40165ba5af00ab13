import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { comparisons, type Comparison } from '@sonde/schema/check-types/assertion.ts'
import { compare, type FoundValue } from './comparison.ts'

const missing: FoundValue = { kind: 'missing' }
const one = (value: unknown): FoundValue => ({ kind: 'one', value })
const several = (...values: unknown[]): FoundValue => ({ kind: 'several', values })

const texts = (found: FoundValue) => JSON.stringify(found.kind === 'one' ? found.value : found)

suite('a missing value', () => {
  const passing: ReadonlySet<Comparison> = new Set([
    'NOT_EQUALS',
    'NOT_CONTAINS',
    'IS_EMPTY',
    'IS_NULL',
    'NOT_HAS_KEY',
    'NOT_HAS_VALUE',
  ])
  for (const comparison of comparisons) {
    const passes = passing.has(comparison)
    test(`${passes ? 'passes' : 'fails'} ${comparison}`, () => {
      assert.equal(compare(missing, comparison, '5') === null, passes)
      // Nothing to compare is the same, however it came about.
      assert.equal(compare(several(), comparison, '5') === null, passes)
    })
  }
})

suite('a value that cannot be read', () => {
  for (const comparison of comparisons) {
    test(`fails ${comparison}, with the reason`, () => {
      const error = compare({ kind: 'unreadable', why: 'the body is no JSON' }, comparison, '5')
      assert.match(error ?? '', /^expected a value .*, but the body is no JSON$/)
    })
  }
})

/** For each comparison, what passes and what fails; its negation must say the opposite wherever it exists. */
const table: [Comparison, Comparison | null, string, { passes: FoundValue[]; fails: FoundValue[] }][] = [
  ['EQUALS', 'NOT_EQUALS', '5', { passes: [one(5), one('5')], fails: [one(6), one('5.0'), one(null)] }],
  ['EQUALS', 'NOT_EQUALS', '5.0', { passes: [one(5), one('5.0')], fails: [one('5'), one(50)] }],
  ['EQUALS', 'NOT_EQUALS', ' 5 ', { passes: [one(5)], fails: [one('5')] }],
  ['EQUALS', 'NOT_EQUALS', 'abc', { passes: [one('abc')], fails: [one('ABC'), one('abc '), one(0)] }],
  ['EQUALS', 'NOT_EQUALS', '', { passes: [one('')], fails: [one(0), one(false), one(null), one({})] }],
  ['EQUALS', 'NOT_EQUALS', 'Infinity', { passes: [one('Infinity')], fails: [one(1e308)] }],
  ['EQUALS', 'NOT_EQUALS', 'true', { passes: [one(true), one('true')], fails: [one(false), one(1)] }],
  ['EQUALS', 'NOT_EQUALS', 'false', { passes: [one(false)], fails: [one(true), one(0), one(null)] }],
  ['EQUALS', 'NOT_EQUALS', 'TRUE', { passes: [], fails: [one(true)] }],
  ['EQUALS', 'NOT_EQUALS', 'null', { passes: [one(null), one('null')], fails: [one(0), one(''), one({})] }],
  [
    'EQUALS',
    'NOT_EQUALS',
    '{"a":1,"b":[true,null]}',
    {
      passes: [one({ a: 1, b: [true, null] }), one({ b: [true, null], a: 1 })],
      fails: [one({ a: 1 }), one({ a: 1, b: [true], c: 0 }), one({ a: 1, b: [null, true] }), one([1])],
    },
  ],
  ['EQUALS', 'NOT_EQUALS', '{"toString":1}', { passes: [], fails: [one({}), one({ a: 1 })] }],
  ['EQUALS', 'NOT_EQUALS', '{a:1}', { passes: [], fails: [one({ a: 1 })] }],
  [
    'EQUALS',
    'NOT_EQUALS',
    '[1,2]',
    { passes: [one([1, 2]), several([1, 2], [1, 2])], fails: [one([2, 1]), one([]), several([1, 2], [1])] },
  ],
  ['EQUALS', 'NOT_EQUALS', '[]', { passes: [one([])], fails: [one([1]), one({})] }],
  ['GREATER_THAN', null, '5', { passes: [one(5.1), one('6')], fails: [one(5), one(4), one('5')] }],
  ['GREATER_THAN', null, '-1', { passes: [one(0), one('0')], fails: [one(-1), one(''), one(' ')] }],
  ['GREATER_THAN', null, '0', { passes: [], fails: [one(true), one(null), one({}), one('x')] }],
  ['LESS_THAN', null, '5', { passes: [one(4.9), one('-6')], fails: [one(5), one(6), one('5')] }],
  ['LESS_THAN', null, '0', { passes: [], fails: [one(false), one(null), one({}), one('')] }],
  ['LESS_THAN', null, 'five', { passes: [], fails: [one(4), one('four')] }],
  ['LESS_THAN', null, '', { passes: [], fails: [one(-4)] }],
  [
    'CONTAINS',
    'NOT_CONTAINS',
    'b',
    {
      passes: [one('abc'), one(['a', 'b']), several('ab', ['b'])],
      fails: [one('aBc'), one(['abc']), one([]), one({ b: 'b' }), one(null)],
    },
  ],
  [
    'CONTAINS',
    'NOT_CONTAINS',
    '4',
    { passes: [one(24.1), one([4]), one(['4'])], fails: [one(25), one([24])] },
  ],
  ['CONTAINS', 'NOT_CONTAINS', '', { passes: [one(''), one('a')], fails: [one([]), one({})] }],
  ['CONTAINS', 'NOT_CONTAINS', 'ru', { passes: [one(true)], fails: [one(false)] }],
  [
    'IS_EMPTY',
    'NOT_EMPTY',
    '',
    {
      passes: [one(''), one([]), one({}), one(null), several('', [], null)],
      fails: [one(0), one(false), one(' '), one(['']), one([null]), one({ a: null })],
    },
  ],
  [
    'IS_NULL',
    'NOT_NULL',
    '',
    { passes: [one(null), several(null, null)], fails: [one(0), one(''), one([]), one([null]), one({})] },
  ],
  [
    'HAS_KEY',
    'NOT_HAS_KEY',
    'a',
    {
      passes: [one({ a: null }), one([{ a: 1 }, { a: 2 }]), several({ a: 1 }, { a: 2 }, [{ a: 3 }])],
      fails: [one({ b: 1 }), one('a'), one(1), one(null), one({ A: 1 })],
    },
  ],
  ['HAS_KEY', 'NOT_HAS_KEY', 'toString', { passes: [], fails: [one({}), one({ a: 1 })] }],
  ['HAS_KEY', 'NOT_HAS_KEY', '0', { passes: [one({ 0: 1 })], fails: [one(['a']), one('abc')] }],
  [
    'HAS_VALUE',
    'NOT_HAS_VALUE',
    '1',
    {
      passes: [one({ a: 1 }), one([1, 2]), several(2, 1), several({ a: 1 }, { a: 2 }), several([3], '1')],
      fails: [one({ 1: 2 }), one([2]), one([[1]]), one([]), one(1), several(2, 3), several({ a: 2 }, [3])],
    },
  ],
]

suite('every comparison', () => {
  for (const [comparison, negation, target, { passes, fails }] of table) {
    for (const found of passes) {
      test(`${texts(found)} passes ${comparison} ${target}`, () => {
        assert.equal(compare(found, comparison, target), null)
        if (negation !== null) assert.notEqual(compare(found, negation, target), null)
      })
    }
    for (const found of fails) {
      test(`${texts(found)} fails ${comparison} ${target}`, () => {
        assert.notEqual(compare(found, comparison, target), null)
        if (negation !== null && found.kind === 'one') assert.equal(compare(found, negation, target), null)
      })
    }
  }

  test('none is missing from the table', () => {
    const named = new Set(table.flatMap(([comparison, negation]) => [comparison, negation ?? []].flat()))
    assert.deepEqual([...named].toSorted(), comparisons.toSorted())
  })
})

suite('several values', () => {
  const cases: [Comparison, string, FoundValue, boolean][] = [
    ['EQUALS', '1', several(1, '1'), true],
    ['EQUALS', '1', several(1, 2), false],
    ['NOT_EQUALS', '1', several(2, 3), true],
    ['NOT_EQUALS', '1', several(2, 1), false],
    ['GREATER_THAN', '50', several(51, 60), true],
    ['GREATER_THAN', '50', several(51, 50), false],
    ['GREATER_THAN', '50', several(51, 'x'), false],
    ['LESS_THAN', '50', several(49, '1'), true],
    ['LESS_THAN', '50', several(50), false],
    ['CONTAINS', 'a', several('a', 'ab'), true],
    ['CONTAINS', 'a', several('a', 'b'), false],
    ['NOT_CONTAINS', 'a', several('b', 'c'), true],
    ['NOT_CONTAINS', 'a', several('b', 'ab'), false],
    ['IS_EMPTY', '', several('', 'a'), false],
    ['NOT_EMPTY', '', several('b', 'a'), true],
    ['NOT_EMPTY', '', several('', 'a'), false],
    ['IS_NULL', '', several(null, 1), false],
    ['NOT_NULL', '', several(0, 1), true],
    ['NOT_NULL', '', several(null, 1), false],
    ['HAS_KEY', 'a', several({ a: 1 }, { b: 1 }), false],
    ['NOT_HAS_KEY', 'a', several({ c: 1 }, { b: 1 }), true],
    ['NOT_HAS_KEY', 'a', several({ a: 1 }, { b: 1 }), false],
    ['NOT_HAS_VALUE', '1', several(2, { a: 3 }), true],
    ['NOT_HAS_VALUE', '1', several(2, { a: 1 }), false],
  ]
  for (const [comparison, target, found, passes] of cases) {
    test(`${texts(found)} ${passes ? 'passes' : 'fails'} ${comparison} ${target}`, () =>
      assert.equal(compare(found, comparison, target) === null, passes))
  }
})

suite('one array', () => {
  const cases: [Comparison, string, unknown[], boolean][] = [
    ['EQUALS', '1', [1, '1'], true],
    ['EQUALS', '1', [1, 2], false],
    ['EQUALS', '1', [], false],
    ['NOT_EQUALS', '1', [2, 3], true],
    ['NOT_EQUALS', '1', [2, 1], false],
    ['NOT_EQUALS', '1', [], true],
    ['GREATER_THAN', '1', [2, 3], true],
    ['GREATER_THAN', '1', [2, 1], false],
    ['GREATER_THAN', '1', [], false],
    ['LESS_THAN', '1', [], false],
    ['LESS_THAN', '3', [1, '2'], true],
    ['LESS_THAN', '3', [[1]], false],
    ['CONTAINS', '1', [2, 1], true],
    ['NOT_CONTAINS', '1', [2, 11], true],
    ['IS_EMPTY', '', ['', null], false],
    ['NOT_EMPTY', '', ['', null], true],
    ['IS_NULL', '', [null, null], false],
    ['NOT_NULL', '', [null, null], true],
    ['HAS_KEY', 'a', [{ a: 1 }, { b: 1 }], false],
    ['HAS_KEY', 'a', [], false],
    ['NOT_HAS_KEY', 'a', [{ a: 1 }, { b: 1 }], false],
    ['NOT_HAS_KEY', 'a', [], true],
    ['HAS_VALUE', '1', [2, 1], true],
    ['NOT_HAS_VALUE', '1', [2, 1], false],
    ['NOT_HAS_VALUE', '1', [2, { a: 1 }], true],
  ]
  for (const [comparison, target, value, passes] of cases) {
    test(`${JSON.stringify(value)} ${passes ? 'passes' : 'fails'} ${comparison} ${target}`, () =>
      assert.equal(compare(one(value), comparison, target) === null, passes))
  }
})

suite('the error is one clear sentence', () => {
  const cases: [FoundValue, Comparison, string, string][] = [
    [one(24.1), 'LESS_THAN', '20', 'expected 24.1 to be below 20'],
    [one(24.1), 'GREATER_THAN', '30', 'expected 24.1 to be above 30'],
    [one('x'), 'LESS_THAN', '20', 'expected "x" to be below 20, but it is not a number'],
    [one(1), 'LESS_THAN', '{{L}}', 'expected 1 to be below "{{L}}", but the target is not a number'],
    [one(7), 'EQUALS', '5', 'expected 7 to equal 5'],
    [one('a'), 'EQUALS', 'b', 'expected "a" to equal "b"'],
    [one(7), 'NOT_EQUALS', '7', 'expected 7 not to equal 7'],
    [one('abc'), 'CONTAINS', 'x', 'expected "abc" to contain "x"'],
    [one('abc'), 'NOT_CONTAINS', 'a', 'expected "abc" not to contain "a"'],
    [one([1]), 'IS_EMPTY', '', 'expected [1] to be empty'],
    [one({}), 'NOT_EMPTY', '', 'expected {} not to be empty'],
    [one(0), 'IS_NULL', '', 'expected 0 to be null'],
    [one(null), 'NOT_NULL', '', 'expected null not to be null'],
    [one({ b: 1 }), 'HAS_KEY', 'a', 'expected {"b":1} to have the key "a"'],
    [one({ a: 1 }), 'NOT_HAS_KEY', 'a', 'expected {"a":1} not to have the key "a"'],
    [one([1]), 'HAS_VALUE', '2', 'expected [1] to have the value 2'],
    [one([1]), 'NOT_HAS_VALUE', '1', 'expected [1] not to have the value 1'],
    [several(1, 3), 'HAS_VALUE', '2', 'expected 2 values to have the value 2, but none does'],
    [several(2, 3), 'NOT_HAS_VALUE', '2', 'expected 2 values not to have the value 2, but one does'],
    [several(60, 48, 40), 'GREATER_THAN', '50', 'expected 48 to be above 50 (value 2 of 3)'],
    [missing, 'LESS_THAN', '100', 'expected a value to be below 100, but found none'],
    [missing, 'NOT_EMPTY', '', 'expected a value not to be empty, but found none'],
  ]
  for (const [found, comparison, target, error] of cases) {
    test(error, () => assert.equal(compare(found, comparison, target), error))
  }

  test('a long value is cut', () => {
    const error = compare(one('x'.repeat(5_000_000)), 'EQUALS', 'y'.repeat(10_000)) ?? ''
    assert.ok(error.length < 500, `${error.length} characters`)
  })
})
