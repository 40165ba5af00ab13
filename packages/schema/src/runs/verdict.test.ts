import assert from 'node:assert/strict'
import { test } from 'node:test'
import { targetVerdictOfEnd, type TargetVerdict, verdictOfEnd, worstVerdict } from './verdict.ts'

const ends = [
  ['passed', 'passed', 'passed'],
  ['degraded', 'degraded', 'degraded'],
  ['failed', 'failed', 'failed'],
  ['withheld', 'withheld', null],
  ['cancelled', 'withheld', null],
] as const
for (const [end, verdict, ofTarget] of ends) {
  test(`a run that ends as ${end} says ${verdict}`, () => {
    assert.deepEqual([verdictOfEnd(end), targetVerdictOfEnd(end)], [verdict, ofTarget])
  })
}

const worst: readonly (readonly [TargetVerdict[], TargetVerdict | null])[] = [
  [[], null],
  [['passed', 'passed'], 'passed'],
  [['passed', 'degraded'], 'degraded'],
  [['failed', 'degraded', 'passed'], 'failed'],
]
for (const [all, expected] of worst) {
  test(`the worst of [${all.join(', ')}] is ${expected}`, () => assert.equal(worstVerdict(all), expected))
}
