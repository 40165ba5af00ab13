import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { rounds } from '@sonde/ground/testing/thoroughness.ts'
import * as fc from 'fast-check'
import type { JSONValue } from 'json-p3'
import { comparisons, type Assertion } from '@sonde/schema/check-types/assertion.ts'
import { IcmpCheckResult, type IcmpDocument } from '@sonde/schema/check-types/icmp/result.ts'
import { notRunCauses, type Outcome } from '@sonde/schema/runs/outcome.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import { toWireVerdict, WireVerdict } from '@sonde/schema/agents/wire-verdict.ts'
import { icmpConfig, icmpDocument } from '../testing/icmp-run.ts'
import { evaluateAssertions } from './assertions.ts'
import { queryJson } from './json-path.ts'
import { createWorkBudget } from './work-budget.ts'
import { evaluateIcmp } from './icmp/evaluate.ts'
import { evaluateEvidence, type Evidence } from './pipeline.ts'

const validator = createValidator()
const verdictMistakes = validator.compile(WireVerdict, { complete: true })
const detailMistakes = validator.compile(IcmpCheckResult, { complete: true })

const paths = [
  '',
  '$',
  '$.a',
  '$..*',
  '$[*]',
  '$[0]',
  '$[-1:]',
  '$.length',
  '$..length',
  "$['__proto__']",
  '$[?@.a > 1]',
  '$[?match(@, "a+")]',
  '$[?search(@.a, @.b)]',
  '$[?length(@) == count($.*)]',
  '$.latency.avg',
  '$.latency.*',
  '$.pingResults[*].rtt',
  '$.pingResults[?@.success == false]',
  '$.pingResults.length',
]

const targets = fc.oneof(
  fc.string(),
  fc.double().map(String),
  fc.json(),
  fc.constantFrom('', '0', 'null', 'true', '[]', '{}', 'toString', '__proto__'),
)
const anyComparison = fc.constantFrom(...comparisons)

const jsonAssertion: fc.Arbitrary<Assertion> = fc.record({
  source: fc.constant('JSON_RESPONSE'),
  property: fc.constantFrom(...paths),
  comparison: anyComparison,
  target: targets,
  regex: fc.constantFrom(null, '', 'a+'),
})
const latencyAssertion: fc.Arbitrary<Assertion> = fc.record({
  source: fc.constant('LATENCY'),
  property: fc.constantFrom('avg', 'MIN', 'max', 'stdDev'),
  comparison: anyComparison,
  target: fc.double({ noNaN: true, min: -10, max: 100 }).map(String),
  regex: fc.constant(''),
})

const document: fc.Arbitrary<IcmpDocument> = fc
  .array(fc.option(fc.double({ min: 0, max: 5_000, noNaN: true })), { minLength: 1, maxLength: 50 })
  .map(icmpDocument)

const error = fc.record({ code: fc.constantFrom('ENOTFOUND', 'EACCES', 'EPERM'), message: fc.string() })
const outcome: fc.Arbitrary<Outcome<IcmpDocument>> = fc.oneof(
  document.map((found) => ({ kind: 'answered', document: found }) as const),
  fc.record({ kind: fc.constant('unreachable'), error, document: fc.option(document) }),
  fc.record({ kind: fc.constant('not-run'), cause: fc.constantFrom(...notRunCauses), error }),
)

const limit = fc.option(fc.double({ min: 0, max: 5_000, noNaN: true }))
const config = fc
  .record({
    shouldFail: fc.boolean(),
    degradedResponseTime: limit,
    maxResponseTime: limit,
    degradedPacketLossThreshold: fc.option(fc.double({ min: 0.1, max: 100, noNaN: true })),
    maxPacketLossThreshold: fc.option(fc.double({ min: 0.1, max: 100, noNaN: true })),
    assertions: fc.array(fc.oneof(jsonAssertion, latencyAssertion), { maxLength: 5 }),
  })
  .map(({ assertions, ...fields }) => icmpConfig({ ...fields, request: { assertions } }))
const noise = fc.record({
  noiseMs: fc.option(fc.double({ min: 0, max: 100, noNaN: true })),
  hasKernelTimes: fc.boolean(),
})

/** JSON as a parser gives it. Drops what only JavaScript has, such as negative zero. */
const parsed = (text: string): JSONValue => JSON.parse(text)

suite('for every document and every assertion', () => {
  test('an evaluation ends in a result, never in an exception', () => {
    fc.assert(
      fc.property(fc.json(), jsonAssertion, (text, assertion) => {
        const answer = queryJson(assertion.property, parsed(text), createWorkBudget())
        assert.equal(answer.kind, 'values')
        if (answer.kind !== 'values') return
        const { values, isSingular } = answer
        const results = evaluateAssertions([assertion], () =>
          isSingular && values.length === 1 ? { kind: 'one', value: values[0] } : { kind: 'several', values },
        )
        assert.equal(results.length, 1)
      }),
      { numRuns: rounds(2_000) },
    )
  })

  test('a comparison and its negation never both hold for one value', () => {
    const pairs = [
      ['EQUALS', 'NOT_EQUALS'],
      ['CONTAINS', 'NOT_CONTAINS'],
      ['IS_EMPTY', 'NOT_EMPTY'],
      ['IS_NULL', 'NOT_NULL'],
      ['HAS_KEY', 'NOT_HAS_KEY'],
      ['HAS_VALUE', 'NOT_HAS_VALUE'],
      ['LESS_THAN', 'GREATER_THAN'],
    ] as const
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(...pairs), targets, (text, pair, target) => {
        const assertions = pair.map((comparison) => ({
          source: 'X',
          property: '',
          comparison,
          target,
          regex: null,
        }))
        const [one, other] = evaluateAssertions(assertions, () => ({ kind: 'one', value: parsed(text) }))
        assert.ok(one?.error !== null || other?.error !== null)
      }),
      { numRuns: rounds(2_000) },
    )
  })

  test('a evaluation fits its schema, whatever was measured', () => {
    fc.assert(
      fc.property(config, outcome, noise, (check, found, { noiseMs, hasKernelTimes }) => {
        const { verdict, detail } = evaluateIcmp(check, { outcome: found, noiseMs, hasKernelTimes })
        assert.deepEqual(verdictMistakes(toWireVerdict(verdict)), [])
        assert.deepEqual(detailMistakes(detail), [])
        assert.equal(detail.assertions.length, check.request.assertions.length)
      }),
      { numRuns: rounds(2_000) },
    )
  })
})

const evidence: fc.Arbitrary<Evidence> = fc.record({
  shouldFail: fc.boolean(),
  request: fc.oneof(
    fc.constant({ kind: 'ok' } as const),
    fc.record({
      kind: fc.constant('bad'),
      reason: fc.constant('bad'),
      isNetworkError: fc.boolean(),
      wasTargetAsked: fc.boolean(),
    }),
    fc.constant({ kind: 'not-run', reason: 'ours' } as const),
  ),
  assertions: fc.array(
    fc.option(fc.constant('wrong')).map((wrong) => ({
      order: 0,
      source: 'X',
      property: '',
      comparison: 'EQUALS',
      target: '',
      regex: null,
      actual: null,
      error: wrong,
    })),
    { maxLength: 3 },
  ),
  responseTime: limit,
  isMeasured: fc.boolean(),
  maxResponseTime: limit,
  degradedResponseTime: limit,
  degradedReasons: fc.array(fc.constant('type rule'), { maxLength: 2 }),
})

suite('whatever the evidence', () => {
  test('the verdict is the worst of the steps', () => {
    fc.assert(
      fc.property(evidence, (given) => {
        const verdict = evaluateEvidence(given)
        if (given.request.kind === 'not-run') {
          assert.equal(verdict.kind, 'withheld')
          return
        }
        const measured = given.isMeasured ? given.responseTime : null
        const reaches = (value: number | null) => measured !== null && value !== null && measured >= value
        const isNobodyAsked = given.request.kind === 'bad' && !given.request.wasTargetAsked
        const isFailed =
          isNobodyAsked ||
          (given.request.kind === 'bad') !== given.shouldFail ||
          given.assertions.some((assertion) => assertion.error !== null) ||
          reaches(given.maxResponseTime)
        const isSlow =
          (given.request.kind === 'ok' && given.degradedReasons.length > 0) ||
          reaches(given.degradedResponseTime)
        assert.equal(verdict.kind, isFailed ? 'failed' : isSlow ? 'degraded' : 'passed')
        assert.equal(verdict.reason === null, !isFailed && !isSlow)
      }),
      { numRuns: rounds(5_000) },
    )
  })

  test('shouldFail turns the request outcome and nothing else', () => {
    fc.assert(
      fc.property(evidence, (given) => {
        const plain = evaluateEvidence({ ...given, shouldFail: false })
        const inverted = evaluateEvidence({ ...given, shouldFail: true })
        assert.equal(plain.kind === 'withheld', inverted.kind === 'withheld')
        assert.equal(plain.overMaxResponseTime, inverted.overMaxResponseTime)
        assert.equal(plain.isNetworkError, inverted.isNetworkError)
        const hasWrong = given.assertions.some((assertion) => assertion.error !== null)
        if (hasWrong && plain.kind !== 'withheld') {
          assert.deepEqual([plain.kind, inverted.kind], ['failed', 'failed'])
        }
      }),
      { numRuns: rounds(5_000) },
    )
  })
})
