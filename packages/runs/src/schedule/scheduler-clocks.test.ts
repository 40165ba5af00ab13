import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { hourMs, minuteMs, secondMs } from '@sonde/ground/durations.ts'
import { hourOf } from '@sonde/store/runs/due-runs.ts'
import { icmpCheck, scheduledRow } from '../../testing/icmp-checks.ts'
import {
  begunScheduler,
  type SchedulerUnderTest,
  schedulerUnderTest,
} from '../../testing/scheduler-under-test.ts'

const three = { locations: ['a', 'b', 'c'] }

test('X11: down for ten periods: nothing is made up for, one run at the next slot, and the gap is counted', async () => {
  const before = begunScheduler({})
  await before.until(before.beganAt + 2 * minuteMs)
  const until = before.records.at(-1)?.dispatchedUntil
  assert.ok(until === before.beganAt + 2 * minuteMs)

  const after = schedulerUnderTest(before.beganAt + 12 * minuteMs + 30 * secondMs)
  after.scheduler.load(scheduledRow(before.check))
  after.scheduler.begin(until)
  await after.scheduler.tick()
  assert.deepEqual(after.taken(), [])
  assert.deepEqual(after.due(), { 'eu-west-1': 10 })
  await after.until(before.beganAt + 13 * minuteMs)
  assert.deepEqual(after.taken(), ['eu-west-1@30'])
  assert.deepEqual(after.due(), { 'eu-west-1': 11 })
})

test('a check that was made or changed while the program was down has missed nothing before that', async () => {
  const under = schedulerUnderTest()
  const now = under.clock.now()
  under.scheduler.load(scheduledRow(icmpCheck({}, { createdAt: now - 3 * minuteMs - 1 })))
  under.scheduler.load(
    scheduledRow(icmpCheck({ locations: ['edited'] }, { updatedAt: now - 2 * minuteMs - 1 }), { no: 2 }),
  )
  under.scheduler.load(scheduledRow(icmpCheck({ locations: ['off'] }, { activated: false }), { no: 3 }))
  under.scheduler.begin(now - hourMs)
  await under.scheduler.tick()
  assert.deepEqual(under.due(), { 'eu-west-1': 4, edited: 3 })
})

test('the clock jumps ten minutes forward: one run at the next slot, and the gap is counted', async () => {
  const { clock, scheduler, until, taken, due, records, beganAt } = begunScheduler({
    ...three,
    runParallel: true,
  })
  await until(beganAt + 2 * minuteMs)
  clock.advance(10 * minuteMs + 7 * secondMs)
  await scheduler.tick()
  assert.deepEqual(taken(), ['a@60', 'b@60', 'c@60', 'a@120', 'b@120', 'c@120'])
  await until(beganAt + 13 * minuteMs)
  assert.deepEqual(taken(), ['a@780', 'b@780', 'c@780'])
  assert.deepEqual(due(), { a: 13, b: 13, c: 13 })
  const hours = new Set(records.flatMap(({ due: counted }) => counted.map(({ hour }) => hour)))
  assert.deepEqual([...hours], [hourOf(beganAt)])
})

test('a slot is started up to five seconds late, and missed after that', async () => {
  for (const [late, expected] of [
    [5_000, ['eu-west-1@60']],
    [5_001, []],
  ] as const) {
    const { clock, scheduler, taken, beganAt } = begunScheduler({})
    clock.set(beganAt + minuteMs + late)
    await scheduler.tick()
    assert.deepEqual(taken(), expected)
  }
})

test('X11: the clock steps back five minutes: slots begin anew at once, and no run takes the identity of another', async () => {
  const { clock, until, taken, published, beganAt, log } = begunScheduler({}, { ...three, runParallel: true })
  await until(beganAt + 10 * minuteMs)
  taken()
  clock.set(beganAt + 5 * minuteMs + 500)
  await until(beganAt + 6 * minuteMs)
  assert.deepEqual(secondsOf(taken()), [360, 360, 360, 360], 'it stood still until the clock had caught up')
  assert.deepEqual(log.errors, ['the clock was set back by more than a period: the schedule starts again'])
  await until(beganAt + 20 * minuteMs)
  const ids = published().map(({ runId }) => runId)
  assert.equal(new Set(ids).size, ids.length)
  assert.equal(ids.length, 25 * 4)
})

test('X11: a step back of less than a period runs no slot twice, also with an edit and with a restart', async () => {
  const { clock, scheduler, until, taken, published, records, beganAt, check, log } = begunScheduler({})
  await until(beganAt + 10 * minuteMs)
  clock.set(beganAt + 9 * minuteMs + 500)
  await scheduler.put(scheduledRow({ ...check, name: 'Renamed', updatedAt: 5_000 }))
  await until(beganAt + 11 * minuteMs)
  assert.deepEqual(taken().slice(-2), ['eu-west-1@600', 'eu-west-1@660'])
  assert.equal(published().length, 11)
  assert.deepEqual(log.errors, [])

  const after = schedulerUnderTest(beganAt + 10 * minuteMs)
  after.scheduler.load(scheduledRow(check))
  after.scheduler.begin(records.at(-1)?.dispatchedUntil ?? null)
  await after.until(beganAt + 12 * minuteMs)
  assert.deepEqual(after.taken(), ['eu-west-1@120'])
  assert.deepEqual(after.due(), { 'eu-west-1': 1 })
})

test('several small steps back that add up to more than a period begin anew, too', async () => {
  const { clock, until, taken, beganAt } = begunScheduler({})
  await until(beganAt + 10 * minuteMs)
  taken()
  clock.set(beganAt + 9 * minuteMs + 20 * secondMs)
  await until(beganAt + 9 * minuteMs + 25 * secondMs)
  clock.set(beganAt + 8 * minuteMs + 40 * secondMs)
  await until(beganAt + 9 * minuteMs)
  assert.deepEqual(secondsOf(taken()), [540])
})

test('a step back that is short for one check and long for another begins anew for the other alone', async () => {
  const under = schedulerUnderTest()
  const beganAt = under.clock.now()
  const often = icmpCheck({ locations: ['often'] })
  const seldom = icmpCheck({ locations: ['seldom'] }, { frequency: 60, frequencyOffset: 600 })
  under.scheduler.load(scheduledRow(often, { no: 1 }))
  under.scheduler.load(scheduledRow(seldom, { no: 2 }))
  under.clock.advance(500)
  under.scheduler.begin(null)
  const hour = Math.ceil(beganAt / hourMs) * hourMs
  await under.until(hour + 2 * minuteMs)
  under.taken()
  under.clock.set(hour - 3 * minuteMs - 500)
  await under.until(hour + 3 * minuteMs)
  const taken = under.taken()
  assert.equal(taken.filter((run) => run.startsWith('often@')).length, 7)
  assert.deepEqual(
    taken.filter((run) => run.startsWith('seldom@')),
    [],
    'the hour was run twice',
  )
  await under.until(hour + hourMs)
  assert.equal(under.taken().filter((run) => run.startsWith('seldom@')).length, 1)
})

test('the clock steps back two hours: slots begin anew, as runs of their own, and the log says so', async () => {
  const { clock, until, taken, published, beganAt, log } = begunScheduler({})
  await until(beganAt + 3 * minuteMs)
  taken()
  clock.set(beganAt - 2 * hourMs + 500)
  await until(beganAt - 2 * hourMs + 2 * minuteMs)
  assert.deepEqual(secondsOf(taken()), [-7_140, -7_080])
  assert.deepEqual(log.errors, ['the clock was set back by more than a period: the schedule starts again'])
  await until(beganAt + 5 * minuteMs)
  const ids = published().map(({ runId }) => runId)
  assert.equal(new Set(ids).size, ids.length, 'a run took the identity of another')
  assert.equal(ids.length, 3 + 120 + 5)
  assert.equal(log.errors.length, 1)
})

test('the same when the program is started again meanwhile, or the clock goes back twice', async () => {
  const first = begunScheduler({})
  await first.until(first.beganAt + 30 * minuteMs)
  const second = schedulerUnderTest(first.beganAt - 2 * hourMs)
  second.scheduler.load(scheduledRow(first.check))
  beginAfter(second, first)
  await second.until(first.beganAt - hourMs)
  const third = schedulerUnderTest(first.beganAt - hourMs)
  third.scheduler.load(scheduledRow(first.check))
  beginAfter(third, second)
  await third.until(first.beganAt + 30 * minuteMs)
  third.clock.set(first.beganAt - 3 * hourMs)
  await third.until(first.beganAt + 30 * minuteMs)
  const ids = [first, second, third].flatMap(({ published }) => published().map(({ runId }) => runId))
  assert.equal(new Set(ids).size, ids.length, 'a run took the identity of another')
  assert.equal(ids.length, 30 + 60 + 90 + 210)
})

test('case 64: the first start with spread slots runs every slot once, and counts none as missed', async () => {
  for (let secondsAfter = 0; secondsAfter < 12; secondsAfter += 1) {
    const under = schedulerUnderTest()
    const lastOldSlot = under.clock.now() + minuteMs
    const checks = Array.from({ length: 24 }, (_, index) =>
      icmpCheck({ locations: [`at-${index}`] }, { id: randomUUID() }),
    )
    for (const [index, check] of checks.entries())
      under.scheduler.load(scheduledRow(check, { no: index + 1 }))
    under.clock.set(lastOldSlot + secondsAfter * secondMs)
    under.scheduler.begin(lastOldSlot, { wasSpread: false })
    await under.until(lastOldSlot + minuteMs - secondMs)
    assert.deepEqual(under.published(), [], `a slot that had been run was run again after ${secondsAfter} s`)
    await under.until(lastOldSlot + minuteMs + 5 * secondMs)
    assert.equal(under.published().length, checks.length)
    const once = Object.fromEntries(checks.map((_, index) => [`at-${index}`, 1]))
    assert.deepEqual(under.due(), once, 'due and run are not the same')
  }
})

function beginAfter({ scheduler }: SchedulerUnderTest, { records }: SchedulerUnderTest): void {
  const last = records.at(-1)
  assert.ok(last !== undefined)
  scheduler.begin(last.dispatchedUntil, { clockEra: last.clockEra })
}

/** Without the milliseconds that tell the eras of the clock apart. */
function secondsOf(taken: readonly string[]): number[] {
  return taken.map((run) => Math.round(Number(run.split('@')[1])))
}
