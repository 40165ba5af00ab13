import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { laneBlocks } from './lane-blocks.ts'

const minute = 60_000
const minutes = (...at: number[]) => at.map((one) => one * minute)

suite('the lane of a place', () => {
  test('has one block for runs that follow each other and say the same', () => {
    const blocks = laneBlocks({
      times: minutes(0, 1, 2, 3),
      verdicts: ['passed', 'passed', 'failed', 'passed'],
      gapMs: 3 * minute,
      until: 10 * minute,
    })
    assert.deepEqual(blocks, [
      { verdict: 'passed', from: 0, to: 2 * minute },
      { verdict: 'failed', from: 2 * minute, to: 3 * minute },
      { verdict: 'passed', from: 3 * minute, to: 4 * minute },
    ])
  })

  test('is empty where nobody looked, and where the run was that of another place', () => {
    const blocks = laneBlocks({
      times: minutes(0, 0.5, 1, 20, 21),
      verdicts: ['passed', undefined, 'passed', 'passed', undefined],
      gapMs: 9 * minute,
      until: 20.5 * minute,
    })
    assert.deepEqual(blocks, [
      { verdict: 'passed', from: 0, to: 2 * minute },
      { verdict: 'passed', from: 20 * minute, to: 20.5 * minute },
    ])
  })

  test('keeps a failure that another run of the same moment follows', () => {
    const blocks = laneBlocks({
      times: [0, 0, minute],
      verdicts: ['failed', 'passed', 'passed'],
      gapMs: 3 * minute,
      until: minute,
    })
    assert.deepEqual(blocks, [
      { verdict: 'failed', from: 0, to: 0 },
      { verdict: 'passed', from: 0, to: minute },
    ])
  })
})
