import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gapMs } from './sign-of-life.ts'

const hourMs = 60 * 60 * 1000

const cases: [what: string, signs: Parameters<typeof gapMs>[0], gap: number][] = [
  ['signs every five seconds leave no gap', { now: 5_000, aliveAt: 0, ownAt: 0 }, 0],
  ['a slow disk is no gap', { now: 15_000, aliveAt: 0, ownAt: 0 }, 0],
  ['a machine that slept leaves one', { now: hourMs, aliveAt: 0, ownAt: 0 }, hourMs],
  ['so does a program that was not there', { now: hourMs, aliveAt: 0, ownAt: null }, hourMs],
  ['a quick restart does not', { now: 3_000, aliveAt: 0, ownAt: null }, 0],
  ['nor does a pause while another server was there', { now: hourMs, aliveAt: hourMs - 1, ownAt: 0 }, 0],
  ['two clocks that differ leave none', { now: 45_000, aliveAt: 2_000, ownAt: 40_000 }, 0],
  ['nor the other way round', { now: 2_000, aliveAt: 40_000, ownAt: -3_000 }, 0],
  ['a clock set back by an hour is waited for', { now: 0, aliveAt: hourMs, ownAt: hourMs }, 0],
  ['one that was wrong by more is not', { now: 0, aliveAt: 2 * hourMs, ownAt: 2 * hourMs }, -2 * hourMs],
  ['unless it is only the clock of this server', { now: 0, aliveAt: 7 * hourMs, ownAt: 2 * hourMs }, 0],
]
for (const [what, signs, gap] of cases) {
  test(what, () => {
    assert.equal(gapMs(signs), gap)
  })
}
