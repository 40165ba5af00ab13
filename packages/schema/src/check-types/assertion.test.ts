import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { comparisons } from './assertion.ts'
import { IcmpMonitorCreate } from './icmp/document.ts'
import { jsonPathMistake } from './json-path.ts'
import { regularExpressionMistake } from './regular-expression.ts'
import { createValidator } from '../validation/validator.ts'

const validateMonitor = createValidator().compile(IcmpMonitorCreate, { complete: true })

/** Paths are those inside the assertion. */
function validate(assertion: object) {
  return validateMonitor({ name: 'n', request: { hostname: 'h', assertions: [assertion] } }).map(
    ({ path, message }) => ({ path: path.replace('request.assertions.0.', ''), message }),
  )
}

const latency = { source: 'LATENCY', property: 'avg', comparison: 'LESS_THAN', target: '20' }
const json = { source: 'JSON_RESPONSE', property: '$.packetLoss', comparison: 'EQUALS', target: '' }

suite('the rules of an assertion', () => {
  const ofNumbers: ReadonlySet<string> = new Set(['EQUALS', 'NOT_EQUALS', 'GREATER_THAN', 'LESS_THAN'])
  for (const comparison of comparisons) {
    test(`${comparison} is ${ofNumbers.has(comparison) ? '' : 'not '}for latency, and for JSON`, () => {
      const paths = validate({ ...latency, comparison }).map(({ path }) => path)
      assert.deepEqual(paths, ofNumbers.has(comparison) ? [] : ['comparison'])
      assert.deepEqual(validate({ ...json, comparison }), [])
    })
  }

  const cases: [string, object, string[]][] = [
    ['latency takes any case of a property', { ...latency, property: 'STDDEV' }, []],
    ['latency takes no other property', { ...latency, property: 'p95' }, ['property']],
    ['latency takes no empty property', { ...latency, property: '' }, ['property']],
    ['latency needs a number as target', { ...latency, target: 'fast' }, ['target']],
    ['latency takes a fraction', { ...latency, target: ' 1.5 ' }, []],
    ['latency takes a placeholder', { ...latency, target: '{{LIMIT}}' }, []],
    ['infinity is no number', { ...latency, target: 'Infinity' }, ['target']],
    [
      'every mistake is named',
      { ...latency, property: 'x', comparison: 'CONTAINS', target: '' },
      ['property', 'comparison', 'target'],
    ],
    [
      'an unknown source hides no other mistake of the schema',
      { source: 'X', property: 7 },
      ['source', 'property', 'comparison'],
    ],
    ['JSON takes an empty path', { ...json, property: '' }, []],
    ['JSON takes no bare word', { ...json, property: 'avg' }, ['property']],
    ['a regex may be null', { ...json, regex: null }, []],
    ['a regex must be one', { ...json, regex: '[' }, ['regex']],
    [
      'a name that objects have by themselves is no source',
      { ...latency, source: 'constructor' },
      ['source'],
    ],
  ]
  for (const [promise, value, paths] of cases) {
    test(promise, () =>
      assert.deepEqual(
        validate(value)
          .map(({ path }) => path)
          .toSorted(),
        paths.toSorted(),
      ),
    )
  }
})

suite('a JSONPath', () => {
  for (const path of [
    '',
    '$',
    '$.a',
    "$['a b']",
    '$[0]',
    '$[-1]',
    '$..a',
    '$[*].a',
    '$[?@.a == "b"]',
    '$[1:3]',
  ]) {
    test(`${JSON.stringify(path)} is one`, () => assert.equal(jsonPathMistake(path), null))
  }
  for (const path of ['a', '.a', '$.', '$[', '$[?', '$..', '$ .a[', '$[?foo(']) {
    test(`${JSON.stringify(path)} is none`, () => assert.notEqual(jsonPathMistake(path), null))
  }
  test('of absurd depth is refused or accepted, but breaks nothing', () => {
    const answer = jsonPathMistake(`$[?${'('.repeat(50_000)}@.a${')'.repeat(50_000)}]`)
    assert.ok(answer === null || answer.startsWith('is not a valid JSONPath'))
  })
})

suite('a regular expression', () => {
  for (const pattern of [
    '((a{9}){9}){9}',
    '(((\\pL{10}){10}){10})',
    `(?i)[${'\\pL\\PN'.repeat(330)}]`,
    `(?i)${'\\pL'.repeat(600)}`,
    '(x{1000}){3}',
    'x{1000}x{1000}x{1000}',
  ]) {
    test(`${pattern.slice(0, 30)} would take too long to compile`, () => {
      assert.match(regularExpressionMistake(pattern.repeat(pattern.length < 30 ? 20 : 1)) ?? '', /too large/)
    })
  }

  for (const pattern of ['a', '^(\\d+) ms$', '[a-z]{1,3}', '(?i)x', '(?<year>\\d{4})', '\\p{L}+', 'a|b']) {
    test(`${pattern} is one`, () => assert.equal(regularExpressionMistake(pattern), null))
  }
  for (const pattern of ['(?=a)', '(?!a)', '(?<=a)b', '(?<!a)b', '(a)\\1', '(?<x>a)\\k<x>']) {
    test(`${pattern} is not supported by the linear-time engine`, () => {
      assert.match(regularExpressionMistake(pattern) ?? '', /not supported by the linear-time engine/)
    })
  }
  for (const pattern of ['(', '[', 'a{2,1}', '*', '\\']) {
    test(`${pattern} is none`, () => {
      assert.match(regularExpressionMistake(pattern) ?? '', /is not a valid regular expression/)
    })
  }
})
