import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { minuteMs, secondMs } from '@sonde/ground/durations.ts'
import { icmpCheck, scheduledRow } from '../../testing/icmp-checks.ts'
import { schedulerUnderTest } from '../../testing/scheduler-under-test.ts'
import type { ScheduleSharing } from './shared-slots.ts'

function sharedScheduler(findEnded: ScheduleSharing['findEnded'] = async () => new Set()) {
  const under = schedulerUnderTest(undefined, { shardOf: () => 0, latestMs: 15 * secondMs, findEnded })
  under.scheduler.load(scheduledRow(icmpCheck(), { no: 1 }))
  under.scheduler.begin(null)
  return under
}

suite('slots of a shard that another server may have next', () => {
  test('those that nobody ran are written with the one that is run: the next server counts from there', async () => {
    const { clock, records, scheduler } = sharedScheduler()
    const firstAt = scheduler.nextAt() ?? Number.NaN
    // The server stood still.
    clock.set(firstAt + 4 * minuteMs + secondMs)
    await scheduler.tick()
    const [first, ...more] = records
    assert.deepEqual(
      first?.due.map(({ count }) => count),
      [1, 4],
    )
    assert.deepEqual([first?.runs.length, first?.dispatchedUntil], [1, firstAt + 4 * minuteMs])
    assert.deepEqual(more, [], 'nothing is left to be counted later')
  })

  test('those that could not be written are written with the next one', async () => {
    const under = sharedScheduler()
    const firstAt = under.scheduler.nextAt() ?? Number.NaN
    under.onRecord = () => {
      throw new Error('the database does not answer')
    }
    await under.until(firstAt)
    under.onRecord = () => {}
    under.clock.set(firstAt + minuteMs)
    await under.scheduler.tick()
    assert.deepEqual(
      under.records.map(({ due, runs }) => [due.map(({ count }) => count), runs.length]),
      [[[1, 1], 1]],
    )
  })

  test('where it cannot be read whether the run before is over, the slot is counted, and others are run', async () => {
    const under = sharedScheduler(async () => {
      throw new Error('the database does not answer')
    })
    under.endsAtOnce = false
    const firstAt = under.scheduler.nextAt() ?? Number.NaN
    await under.until(firstAt)
    assert.deepEqual(under.due(), { 'eu-west-1': 1 })
    await under.until(firstAt + minuteMs)
    assert.deepEqual(under.due(), { 'eu-west-1': 2 })
    assert.equal(under.published().length, 1)
    assert.deepEqual(under.log.errors, ['a slot was not run'])
  })

  test('one that comes while it is looked what is due is run, whenever the clock is read', async () => {
    for (const earlyMs of [1, 2, 3, 4, 5]) {
      const under = sharedScheduler()
      const firstAt = under.scheduler.nextAt() ?? Number.NaN
      under.clock.set(firstAt - earlyMs)
      under.clock.passWhenRead(1)
      await under.scheduler.tick()
      under.clock.set(firstAt + secondMs)
      await under.scheduler.tick()
      assert.deepEqual(
        under.published().map(({ scheduledAt }) => scheduledAt),
        [firstAt],
        `looked ${earlyMs} ms before`,
      )
    }
  })

  test('one that is due stays due when its check is read anew before it is taken', async () => {
    const under = sharedScheduler()
    const [check] = under.scheduler.checks()
    assert.ok(check)
    const firstAt = under.scheduler.nextAt() ?? Number.NaN
    under.clock.set(firstAt + secondMs)
    await under.scheduler.put(scheduledRow(icmpCheck({}, { id: check.checkId }), { no: 1 }))
    await under.scheduler.tick()
    assert.deepEqual(under.due(), { 'eu-west-1': 1 })
    assert.deepEqual(
      under.published().map(({ scheduledAt }) => scheduledAt),
      [firstAt],
    )
  })

  test('a first run that is written before the slot of its time does not say that the slot was written', async () => {
    const under = sharedScheduler()
    const slotAt = under.scheduler.nextAt() ?? Number.NaN
    const slotIsHeldUp = Promise.withResolvers<void>()
    under.onRecord = (record) =>
      record.runs.some(({ scheduledAt }) => scheduledAt === slotAt) ? slotIsHeldUp.promise : undefined
    under.clock.set(slotAt + 500)
    const ticked = under.scheduler.tick()
    await under.scheduler.put(scheduledRow(icmpCheck(), { no: 2 }))
    const [firstRun] = under.records
    assert.deepEqual([firstRun?.runs.length, firstRun?.due.length], [1, 1])
    assert.ok((firstRun?.dispatchedUntil ?? Infinity) < slotAt, 'who has the shard next runs the slot')
    slotIsHeldUp.resolve()
    await ticked
    assert.deepEqual([under.records.length, under.records[1]?.dispatchedUntil], [2, slotAt])
    under.onRecord = () => {}
    await under.scheduler.put(scheduledRow(icmpCheck(), { no: 3 }))
    assert.equal(under.records[2]?.dispatchedUntil, slotAt)
  })

  test('a first run leaves those that nobody ran to the next slot: its record does not reach that far', async () => {
    const under = sharedScheduler()
    const slotAt = under.scheduler.nextAt() ?? Number.NaN
    under.onRecord = () => {
      throw new Error('the database does not answer')
    }
    await under.until(slotAt)
    under.onRecord = () => {}
    await under.scheduler.put(scheduledRow(icmpCheck(), { no: 2 }))
    const [firstRun] = under.records
    assert.deepEqual([firstRun?.due.length, (firstRun?.dispatchedUntil ?? Infinity) < slotAt], [1, true])
    await under.scheduler.tick()
    assert.deepEqual(under.due(), { 'eu-west-1': 2 })
  })
})
