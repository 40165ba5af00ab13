import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { endOfSteps, failedStep, isWithin, spanOf } from './step-spans.ts'

type Node = Parameters<typeof failedStep>[0][number]

function node(kind: Node['kind'], depth: number, error: string | null = null): Node {
  return { kind, depth, error }
}

suite('steps of a run in time', () => {
  test('what had not ended lasts until the end of the run', () => {
    const steps = [
      { startMs: 0, durationMs: 900 },
      { startMs: 400, durationMs: null },
    ]
    const endMs = endOfSteps(steps)
    assert.equal(endMs, 900)
    assert.deepEqual(
      steps.map((step) => spanOf(step, endMs)),
      [
        { from: 0, to: 900 },
        { from: 400, to: 900 },
      ],
    )
    assert.deepEqual(spanOf({ startMs: 1_000, durationMs: null }, 900), { from: 1_000, to: 1_000 })
    assert.equal(endOfSteps([]), 0)
  })

  test('both ends of a span belong to it', () => {
    assert.deepEqual(
      [399, 400, 900, 901].map((at) => isWithin(at, { from: 400, to: 900 })),
      [false, true, true, false],
    )
  })

  const cases: { name: string; steps: Node[]; index: number | null }[] = [
    { name: 'no run without a failure has one', steps: [node('test', 0), node('step', 1)], index: null },
    { name: 'there may be no steps at all', steps: [], index: null },
    {
      name: 'the named step, and not the action in it or the test around it',
      steps: [node('test', 0, 'x'), node('step', 1), node('step', 1, 'x'), node('action', 2, 'x')],
      index: 2,
    },
    {
      name: 'the innermost of several named ones',
      steps: [node('test', 0, 'x'), node('step', 1, 'x'), node('step', 2, 'x'), node('expect', 3, 'x')],
      index: 2,
    },
    {
      name: 'the first of two that lie equally deep',
      steps: [node('test', 0, 'x'), node('step', 1, 'x'), node('step', 1, 'x')],
      index: 1,
    },
    {
      name: 'without named steps, the innermost action',
      steps: [node('test', 0, 'x'), node('action', 1), node('expect', 1, 'x')],
      index: 2,
    },
  ]
  for (const { name, steps, index } of cases) {
    test(`the failed step: ${name}`, () => assert.equal(failedStep(steps), index))
  }
})
