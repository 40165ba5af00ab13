import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stepBackMs } from './clock-step.ts'

const cases = [
  { name: 'the first look tells nothing', before: -Infinity, ahead: 1_000, step: null },
  { name: 'a clock that is set forward was not set back', before: 1_000, ahead: 90_000, step: null },
  { name: 'a clock that is slowed down was not set back', before: 10_000, ahead: 5_000, step: null },
  { name: 'a minute less was taken from it', before: 90_000, ahead: 30_000, step: 60_000 },
]
for (const { name, before, ahead, step } of cases) {
  test(name, () => assert.equal(stepBackMs(before, ahead), step))
}
