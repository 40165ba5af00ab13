import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { hourMs, minuteMs, secondMs } from '@sonde/ground/durations.ts'
import { icmpCheck, scheduledRow } from '../../testing/icmp-checks.ts'
import { begunScheduler, schedulerUnderTest } from '../../testing/scheduler-under-test.ts'

const three = { locations: ['a', 'b', 'c'] }

suite('trouble with the database', () => {
  test('what could not be written down is not run, and is counted as due later', async () => {
    const { under, until, taken, due, beganAt, log } = begunScheduler(three)
    under.onRecord = () => {
      throw new Error('the disk is full')
    }
    await until(beganAt + 2 * minuteMs)
    assert.deepEqual([taken(), due()], [[], {}])
    assert.equal(log.errors.includes('a slot was not run'), true)
    under.onRecord = () => {}
    await until(beganAt + 4 * minuteMs)
    assert.deepEqual(taken(), ['a@180', 'b@240'])
    assert.deepEqual(due(), { a: 3, b: 1 })
  })

  test('a disk that is full for hours is told once a minute, and costs no memory by the slot', async () => {
    const { under, until, due, beganAt, log } = begunScheduler({}, {}, {})
    let mostOwed = 0
    under.onRecord = (record) => {
      if (record.runs.length === 0) mostOwed = Math.max(mostOwed, record.due.length)
      throw new Error('the disk is full')
    }
    // As the program does it: every second, whether a slot is due or not.
    for (let second = 0; second < 3 * 3_600; second += 1) await until(beganAt + second * secondMs)
    const told = (message: string) => log.errors.filter((each) => each === message).length
    assert.ok(told('a slot was not run') <= 180, `${told('a slot was not run')} lines in 180 minutes`)
    assert.ok(told('missed slots could not be counted yet; retrying') <= 180)
    assert.equal(mostOwed, 9, 'of three checks one count for each of the three hours')
    assert.deepEqual(log.infos, [])
    under.onRecord = () => {}
    await until(beganAt + 3 * hourMs + minuteMs)
    assert.deepEqual(due(), { 'eu-west-1': 3 * 181 })
    assert.deepEqual(log.infos.toSorted(), ['missed slots are counted again', 'slots are run again'])
  })

  test('a snapshot that could not be written is written with the next slot', async () => {
    const { under, until, records, published, beganAt } = begunScheduler({})
    under.onRecord = () => {
      throw new Error('the disk is full')
    }
    await until(beganAt + minuteMs)
    under.onRecord = () => {}
    await until(beganAt + 2 * minuteMs)
    assert.deepEqual(
      records.flatMap(({ snapshots }) => snapshots.map(({ checkNo }) => checkNo)),
      [1],
    )
    assert.deepEqual(
      published().map(({ snapshot }) => snapshot),
      [1],
    )
  })

  test('a first run does not say that a slot was written which is still being written', async () => {
    const { under, scheduler, clock, records } = begunScheduler({})
    const slotAt = scheduler.nextAt() ?? Number.NaN
    const slotIsHeldUp = Promise.withResolvers<void>()
    under.onRecord = (record) =>
      record.runs.some(({ scheduledAt }) => scheduledAt === slotAt) ? slotIsHeldUp.promise : undefined
    clock.set(slotAt + 500)
    const ticked = scheduler.tick()
    await scheduler.put(scheduledRow(icmpCheck(), { no: 2 }))
    const until = records.map((record) => record.dispatchedUntil < slotAt)
    assert.deepEqual(until, [true], 'the next program counts the slot if this one dies now')
    slotIsHeldUp.resolve()
    await ticked
    assert.equal(records[1]?.dispatchedUntil, slotAt)
  })

  test('a batch is written down before it is published', async () => {
    const { under, until, batches, beganAt } = begunScheduler({})
    let publishedBefore = -1
    under.onRecord = () => {
      publishedBefore = batches.length
    }
    await until(beganAt + minuteMs)
    assert.deepEqual([publishedBefore, batches.length], [0, 1])
  })
})

test('10,000 checks of one slot are written down and published in batches of a thousand', async () => {
  const under = schedulerUnderTest()
  const beganAt = under.clock.now()
  for (let no = 1; no <= 10_000; no += 1) under.scheduler.load(scheduledRow(icmpCheck(), { no }))
  under.scheduler.begin(null)
  await under.until(beganAt + minuteMs)
  assert.deepEqual(
    under.batches.map(({ length }) => length),
    Array.from({ length: 10 }, () => 1_000),
  )
  assert.equal(new Set(under.published().map(({ runId }) => runId)).size, 10_000)
  assert.equal(under.records.length, 10)
})

test('where the rotation stands is written down for checks with several locations', async () => {
  const { until, records, beganAt } = begunScheduler(three, {})
  await until(beganAt + 2 * minuteMs)
  assert.deepEqual(
    records.map(({ origins }) => origins),
    [[{ checkNo: 1, origin: 'a' }], [{ checkNo: 1, origin: 'b' }]],
  )
})
