import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dayMs, hourMs, minuteMs } from '@sonde/ground/durations.ts'
import { type OpenedStore, forEachEngine } from '@sonde/store/testing/engines.ts'
import {
  addNumberedCheck,
  createKeptLog,
  createMovableClock,
  makeRun,
  storeDueRuns,
  storeRuns,
} from '../testing/stored-runs.ts'
import { readBatchCoverage } from './batch-coverage.ts'
import { readCoverage } from './coverage.ts'
import type { AnalyticsDeps } from './read-run-stats.ts'
import { createRollupJob } from './rollup-job.ts'

const start = Date.UTC(2026, 7, 10)
const now = start + 5 * dayMs + 37 * minuteMs

forEachEngine('coverage of many checks', (engine) => {
  const clock = createMovableClock(start)
  let opened: OpenedStore
  let checkNos: number[] = []

  before(async () => {
    opened = await engine.open({ clock })
    const { store } = opened
    checkNos = []
    for (let count = 0; count < 3; count += 1) checkNos.push((await addNumberedCheck(store)).checkNo)
    const runs = checkNos.slice(0, 2).flatMap((checkNo, index) =>
      Array.from({ length: 900 }, (_, number) => {
        const scheduledAt = start + number * 8 * minuteMs
        const isMeasured = number % (3 + index) !== 0
        return makeRun(checkNo, scheduledAt + (number % 11) * 5 * minuteMs, {
          scheduledAt,
          origin: number % 2 === 0 ? 'eu-west-1' : 'us-east-1',
          verdict: isMeasured ? 'passed' : 'withheld',
        })
      }),
    )
    const isLate = (_: unknown, index: number) => index % 100 === 7
    await storeDueRuns(
      store,
      runs.filter((run, index) => run.scheduledAt < now && !isLate(run, index)),
    )
    const job = createRollupJob({ store, clock, log: createKeptLog(), rawRetentionDays: 30 })
    for (let at = start + dayMs; at <= now; at += dayMs) {
      clock.set(at + 20 * minuteMs)
      await job.runOnce()
    }
    clock.set(now)
    // These wait in their old hours.
    await storeRuns(store, runs.filter(isLate))
  })
  after(() => opened.close())

  const windows = [
    { from: start, to: now },
    { from: start + 7 * hourMs + 5, to: now - 3 * dayMs - 11 },
    { from: now - dayMs, to: now },
    { from: now - 90 * minuteMs, to: now },
    { from: start - 40 * dayMs, to: start - 20 * dayMs },
    { from: start - 40 * dayMs, to: now + dayMs },
  ]

  test('is that of each of them, in any window', async () => {
    const deps: AnalyticsDeps = { store: opened.store, clock, rawRetentionDays: 30, rollupRetentionDays: 760 }
    for (const window of windows) {
      const together = await readBatchCoverage(deps, { checkNos, window })
      for (const checkNo of checkNos) {
        const alone = await readCoverage(deps, { checkNo, window })
        assert.equal(together.get(checkNo), alone.of(window, null), `${window.from} to ${window.to}`)
      }
    }
    const whole = await readBatchCoverage(deps, { checkNos, window: { from: start, to: now } })
    const [first = 0, second = 0, idle] = checkNos.map((checkNo) => whole.get(checkNo))
    assert.ok(first !== null && first > 0.5 && first < 0.8)
    assert.ok(second !== null && second > first)
    assert.equal(idle, null)
  })

  test('of no checks is none', async () => {
    const deps: AnalyticsDeps = { store: opened.store, clock, rawRetentionDays: 30, rollupRetentionDays: 760 }
    assert.equal((await readBatchCoverage(deps, { checkNos: [], window: { from: start, to: now } })).size, 0)
  })
})
