import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coarseFirst, commonSteps, spreadOver, stepsOfRun } from './step-series.ts'

const node = (
  kind: 'test' | 'step' | 'request' | 'expect',
  title: string,
  depth: number,
  durationMs = 10,
) => ({
  kind,
  title,
  depth,
  durationMs,
})

test('a step is the same in every run by what it lies in, its repetitions are added up, ids in addresses do not count', () => {
  const steps = stepsOfRun([
    node('test', 'Buy', 0, 100),
    node('step', 'Sign in', 1, 40),
    node('request', 'POST https://a.example/login?next=1', 2, 30),
    node('expect', 'toBe', 2),
    node('step', 'Pay', 1, 20),
    node('request', 'GET https://a.example/orders/123/items', 2, 5),
    node('request', 'GET https://a.example/orders/124/items', 2, 7),
    node('request', 'GET https://a.example/orders/0b7e2c1e-52a4-4d1c-9a53-0c2d51a55e01', 2, 8),
    node('test', 'Return', 0, 50),
    node('step', 'Sign in', 1, 45),
    { ...node('step', 'Sign in', 1), durationMs: null },
  ])
  assert.deepEqual(
    [...steps.values()].map(({ step, durationMs }) => [step.path.join(' > '), step.title, durationMs]),
    [
      ['', 'Buy', 100],
      ['Buy', 'Sign in', 40],
      ['Buy > Sign in', 'POST https://a.example/login', 30],
      ['Buy', 'Pay', 20],
      ['Buy > Pay', 'GET https://a.example/orders/*/items', 12],
      ['Buy > Pay', 'GET https://a.example/orders/*', 8],
      ['', 'Return', 50],
      ['Return', 'Sign in', null],
    ],
  )
})

test('of too many steps, those are kept that most runs have, in the order of the first run', () => {
  const run = (nth: number) =>
    stepsOfRun([
      node('test', 'Buy', 0),
      ...Array.from({ length: 30 }, (_, step) => node('step', `${nth}/${step}`, 1)),
      node('step', 'Pay', 1),
    ])
  const { steps, keys, others } = commonSteps([run(1), run(2), run(3)])
  assert.deepEqual([steps.length, keys.length, others], [60, 60, 32])
  assert.deepEqual([steps[0]?.title, steps[1]?.title, steps[31]?.title], ['Buy', '1/0', 'Pay'])
})

test('runs are chosen evenly, and read so that every beginning of the work is of the whole window', () => {
  const list = Array.from({ length: 100 }, (_, index) => index)
  assert.deepEqual(spreadOver(list, 4), [0, 33, 66, 99])
  assert.deepEqual([spreadOver(list, 1), spreadOver([1, 2], 5)], [[99], [1, 2]])
  const order = coarseFirst(list)
  assert.deepEqual(order.slice(0, 4), [99, 35, 67, 3])
  assert.deepEqual(
    order.toSorted((left, right) => left - right),
    list,
  )
})
