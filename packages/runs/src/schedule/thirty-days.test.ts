import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs } from '@sonde/ground/durations.ts'
import { rounds } from '@sonde/ground/testing/thoroughness.ts'
import { highestOffset } from '@sonde/schema/checks/frequency.ts'
import { icmpCheck, scheduledRow } from '../../testing/icmp-checks.ts'
import { createKeptLog } from '../../testing/kept-log.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import type { Run } from '../run.ts'
import { createScheduler } from './scheduler.ts'
import { type Slots, slotsOf } from './slots.ts'

const locations = ['eu-west-1', 'eu-west-2', 'eu-west-3', 'us-east-1', 'us-east-2']
/** How many checks have which frequency; in all a thousand. Few of the fast ones: they have most of the slots. */
const mix = [
  [0, 3],
  [1, 3],
  [2, 5],
  [5, 12],
  [10, 25],
  [15, 40],
  [30, 80],
  [60, 150],
  [120, 200],
  [180, 180],
  [360, 150],
  [720, 100],
  [1440, 52],
] as const

type Ledger = {
  slots: Slots
  pool: readonly string[]
  isParallel: boolean
  /** Of each location: the slot that was run last, and how many. */
  lastAt: Map<string, number>
  runs: Map<string, number>
  due: Map<string, number>
}

function offsetOf(frequency: number, index: number): number {
  return frequency === 0 ? ([10, 20, 30][index % 3] ?? 10) : 1 + ((index * 7) % highestOffset(frequency))
}

const days = rounds(30, 3)

test(`${days} days of 1,000 checks: every slot is run exactly once, rotations are fair, and due is what was run`, async (t) => {
  const clock = createTestClock()
  const from = clock.now()
  const until = from + days * dayMs
  const log = createKeptLog()
  const ledgers = new Map<number, Ledger>()
  const scheduler = createScheduler({
    clock,
    steadyMs: clock.steadyMs,
    log,
    find: () => null,
    isServed: () => true,
    isPaused: () => false,
    isWaiting: () => false,
    held: () => null,
    claimMs: 60_000,
    async record({ due }) {
      for (const { checkNo, location, count } of due) {
        const counted = ledgers.get(checkNo)?.due
        counted?.set(location, (counted.get(location) ?? 0) + count)
      }
      return new Map()
    },
    async publish(runs) {
      for (const run of runs) enter(run)
    },
  })

  function enter(run: Run): void {
    const { checkNo, origin, scheduledAt } = run
    const ledger = ledgers.get(checkNo)
    if (ledger === undefined) assert.fail(`there is no check ${checkNo}`)
    const { slots, pool, isParallel, lastAt, runs } = ledger
    if ((scheduledAt - slots.phaseMs) % slots.periodMs !== 0) assert.fail(`${scheduledAt} is no slot`)
    const last = lastAt.get(origin)
    // In parallel every slot follows the one before; in turn, as many slots apart as there are locations.
    const apart = isParallel ? slots.periodMs : slots.periodMs * pool.length
    if (last !== undefined && scheduledAt !== last + apart) {
      assert.fail(`check ${checkNo} at ${origin}: slot ${scheduledAt} after ${last}`)
    }
    lastAt.set(origin, scheduledAt)
    runs.set(origin, (runs.get(origin) ?? 0) + 1)
    scheduler.closed(run)
  }

  let no = 0
  for (const [frequency, count] of mix) {
    for (let index = 0; index < count; index += 1) {
      no += 1
      const pool = locations.slice(0, 1 + (no % 5))
      const isParallel = index % 2 === 0
      const check = icmpCheck(
        { locations: pool, runParallel: isParallel },
        { frequency, frequencyOffset: offsetOf(frequency, index) },
      )
      const slots = slotsOf(check)
      assert.ok(slots !== null)
      ledgers.set(no, { slots, pool, isParallel, lastAt: new Map(), runs: new Map(), due: new Map() })
      scheduler.load(scheduledRow(check, { no }))
    }
  }
  assert.equal(no, 1_000)

  const startedAt = performance.now()
  scheduler.begin(null)
  for (let turn = 0; ; turn += 1) {
    const nextAt = scheduler.nextAt()
    if (nextAt === null || nextAt > until) break
    // A loop that is now and then late, but never by more than a second.
    clock.set(Math.min(until, turn % 7 === 0 ? nextAt + 950 : nextAt))
    await scheduler.tick()
  }
  const seconds = (performance.now() - startedAt) / 1000

  let total = 0
  for (const [checkNo, { slots, pool, isParallel, runs, due }] of ledgers) {
    let expected = 0
    const first = Math.ceil((from + 1 - slots.phaseMs) / slots.periodMs) * slots.periodMs + slots.phaseMs
    for (let at = first; at <= until; at += slots.periodMs) expected += 1
    const counts = pool.map((location) => runs.get(location) ?? 0)
    const sum = counts.reduce((all, count) => all + count, 0)
    assert.equal(sum, isParallel ? expected * pool.length : expected, `check ${checkNo}`)
    assert.ok(
      Math.max(...counts) - Math.min(...counts) <= (isParallel ? 0 : 1),
      `check ${checkNo}: ${counts}`,
    )
    assert.deepEqual(
      pool.map((location) => due.get(location) ?? 0),
      counts,
    )
    total += sum
  }
  assert.deepEqual(log.errors, [])
  t.diagnostic(`${total} runs in ${seconds.toFixed(1)} s`)
})
