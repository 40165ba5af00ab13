import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindsIn, shownSteps, stepsDrawing, stepsOfKind } from './step-lines.ts'

const step = (title: string, path: readonly string[] = ['Buy']) => ({
  kind: 'step' as const,
  title,
  path: [...path],
})

test('steps are called by their titles, by what they lie in where these are the same, and never alike', () => {
  const long = 'a'.repeat(100)
  const steps = [
    { kind: 'test' as const, title: 'Buy', path: [] },
    step('Sign in'),
    step('Sign in', ['Return']),
    step('Pay'),
    step(`${long}1`),
    step(`${long}2`),
  ]
  assert.deepEqual(kindsIn(steps), ['step', 'test'])
  const named = stepsOfKind(steps, 'step')
  assert.deepEqual(
    named.map(({ index, label }) => [index, label.length > 40 ? label.replaceAll(/a+/g, 'a…') : label]),
    [
      [1, 'Buy › Sign in'],
      [2, 'Return › Sign in'],
      [3, 'Pay'],
      [4, 'Buy › a……'],
      [5, 'a…… (2)'],
    ],
  )
})

test('of many steps the slowest are drawn until somebody chooses; runs without a step leave a gap', () => {
  const steps = stepsOfKind(
    Array.from({ length: 8 }, (_, index) => step(`Step ${index}`)),
    'step',
  )
  const series = {
    runLocation: 'eu-west-1',
    servedBy: 'AGENT' as const,
    startedAt: [1_000_000, 2_000_000],
    verdict: ['PASSED' as const, 'FAILED' as const],
    durationMs: Array.from({ length: 8 }, (_, index) => [index, null]),
  }
  const slowest = shownSteps(steps, series, null)
  assert.deepEqual(
    slowest.map(({ label }) => label),
    ['Step 2', 'Step 3', 'Step 4', 'Step 5', 'Step 6', 'Step 7'],
  )
  const [first] = steps
  assert.ok(first)
  assert.deepEqual(shownSteps(steps, series, [first.key, 'gone']), [first])
  assert.equal(shownSteps(steps, series, ['gone']).length, 6)
  const { lines, failures } = stepsDrawing(series, steps, slowest)
  assert.deepEqual(lines[0]?.values, [2, null])
  assert.deepEqual(failures, [{ from: 2_000_000, to: 2_000_000 }])
})
