import assert from 'node:assert/strict'
import { test } from 'node:test'
import { someRun } from '../../testing/some-run.ts'
import { createDelayedRuns } from './delayed-runs.ts'

const run = (checkNo: number) => someRun({ checkNo })
const numbers = (runs: readonly { checkNo: number }[]) => runs.map(({ checkNo }) => checkNo)

test('runs come when they are due, the earliest first', () => {
  const delayed = createDelayedRuns()
  assert.equal(delayed.nextAt(), null)
  delayed.add(run(1), 300)
  delayed.add(run(2), 100)
  delayed.add(run(3), 200)
  assert.equal(delayed.nextAt(), 100)
  assert.deepEqual(delayed.takeDue(99), [])
  assert.deepEqual(numbers(delayed.takeDue(200)), [2, 3])
  assert.equal(delayed.nextAt(), 300)
  assert.deepEqual(numbers(delayed.takeDue(300)), [1])
  assert.deepEqual([delayed.nextAt(), delayed.takeDue(1_000)], [null, []])
})

test('removed runs never come', () => {
  const delayed = createDelayedRuns()
  delayed.add(run(1), 100)
  delayed.add(run(2), 200)
  assert.deepEqual(numbers(delayed.remove(({ checkNo }) => checkNo === 1)), [1])
  assert.equal(delayed.nextAt(), 200)
  assert.deepEqual(numbers(delayed.takeDue(1_000)), [2])
})
