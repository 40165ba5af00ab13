import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { minuteMs, secondMs } from '@sonde/ground/durations.ts'
import { icmpCheck, icmpFields, scheduledRow } from '../../testing/icmp-checks.ts'
import { someRun } from '../../testing/some-run.ts'
import { begunScheduler, schedulerUnderTest } from '../../testing/scheduler-under-test.ts'
import { firstSlotAfter, slotsOf } from './slots.ts'

const three = { locations: ['a', 'b', 'c'] }

suite('the first run', () => {
  test('starts at once when a check is created, one location at a time: at the first, and the next slot goes on', async () => {
    const { scheduler, until, taken, beganAt } = begunScheduler()
    const check = icmpCheck(three)
    await scheduler.put(scheduledRow(check))
    assert.deepEqual(taken(), ['a@0.501'])
    await until(beganAt + 3 * minuteMs)
    assert.deepEqual(taken(), ['b@60', 'c@120', 'a@180'])
  })

  test('waits for the slot when somebody else starts it', async () => {
    const { scheduler, until, taken, beganAt } = begunScheduler()
    await scheduler.put(scheduledRow(icmpCheck(three)), { startsAtOnce: false })
    assert.deepEqual(taken(), [])
    await until(beganAt + minuteMs)
    assert.deepEqual(taken(), ['a@60'])
  })

  test('starts at all locations when the check runs in parallel', async () => {
    const { scheduler, taken } = begunScheduler()
    const check = icmpCheck({ ...three, runParallel: true })
    await scheduler.put(scheduledRow(check))
    assert.deepEqual(taken(), ['a@0.501', 'b@0.501', 'c@0.501'])
  })

  test('starts again at once when the check is activated again, and continues its rotation', async () => {
    const { scheduler, until, taken, beganAt, check, clock } = begunScheduler(three)
    await until(beganAt + minuteMs)
    await scheduler.put(scheduledRow({ ...check, activated: false, updatedAt: 10_000 }))
    await until(beganAt + 5 * minuteMs)
    assert.deepEqual(taken(), ['a@60'])
    clock.advance(250)
    await scheduler.put(scheduledRow({ ...check, updatedAt: 20_000 }))
    await until(beganAt + 6 * minuteMs)
    assert.deepEqual(taken(), ['b@300.251', 'c@360'])
  })

  test('on a full second it does not take the identity of a slot', async () => {
    const { scheduler, taken, clock, beganAt, until } = begunScheduler()
    clock.set(beganAt + minuteMs)
    const check = icmpCheck()
    await scheduler.put(scheduledRow(check))
    await until(beganAt + 2 * minuteMs)
    assert.deepEqual(taken(), ['eu-west-1@60.001', 'eu-west-1@120'])
  })

  test('does not start for a check that is not activated, has no schedule, or nowhere to run', async () => {
    const { scheduler, taken, until, beganAt } = begunScheduler()
    const rows = [
      icmpCheck({}, { activated: false }),
      icmpCheck({}, { frequency: null, frequencyOffset: null }),
      icmpCheck({ locations: [] }),
    ]
    for (const [index, row] of rows.entries()) {
      await scheduler.put(scheduledRow(row, { no: index + 1 }))
    }
    await until(beganAt + 10 * minuteMs)
    assert.deepEqual(taken(), [])
  })

  test('of many new checks 200 begin in each second, and those whose slot comes before their turn do so then', async () => {
    const { scheduler, until, batches, beganAt, clock } = begunScheduler()
    clock.set(beganAt + minuteMs - 1_500)
    const rows = Array.from({ length: 450 }, (_, index) => scheduledRow(icmpCheck(), { no: index + 1 }))
    await Promise.all(rows.map((row) => scheduler.put(row)))
    const [deactivated, startedByOthers, deleted] = rows.slice(200)
    assert.ok(deactivated !== undefined && startedByOthers !== undefined && deleted !== undefined)
    const activated = false
    await scheduler.put({ ...deactivated, check: { ...deactivated.check, activated, updatedAt: 10_000 } })
    await scheduler.put(startedByOthers, { startsAtOnce: false })
    scheduler.remove(deleted.check.id)
    await until(beganAt + minuteMs + 30 * secondMs)
    assert.deepEqual(
      batches.map((runs) => [runs.length, (runs[0]?.scheduledAt ?? 0) - beganAt]),
      [
        [200, 58_501],
        [198, 59_501],
        [448, 60_000],
      ],
    )
    assert.equal(scheduler.nextAt(), beganAt + 2 * minuteMs)
  })

  test('does not start for checks that are loaded when the program starts', async () => {
    const { taken, until, beganAt } = begunScheduler({}, {})
    await until(beganAt + minuteMs - 1)
    assert.deepEqual(taken(), [])
  })
})

suite('changes', () => {
  test('an edit takes effect at the next slot of the new schedule, with the new configuration', async () => {
    const { scheduler, until, taken, published, beganAt, check } = begunScheduler({})
    await until(beganAt + minuteMs + 500)
    const request = { hostname: 'other.example.net', ipFamily: 'IPv4', pingCount: 2, assertions: [] }
    await scheduler.put(
      scheduledRow({
        ...check,
        config: icmpFields({ request, locations: ['z'] }),
        frequency: 2,
        frequencyOffset: 20,
        updatedAt: 5_000,
      }),
    )
    await until(beganAt + 6 * minuteMs)
    assert.deepEqual(taken(), ['eu-west-1@60', 'z@120', 'z@240', 'z@360'])
    assert.deepEqual(
      published().map(({ config, snapshot }) => [snapshot, JSON.stringify(config).includes('other')]),
      [
        [1, false],
        [2, true],
        [2, true],
        [2, true],
      ],
    )
  })

  test('an edit that runs do not see makes no new snapshot; a new name does', async () => {
    const { scheduler, until, records, published, beganAt, check } = begunScheduler({})
    await until(beganAt + minuteMs)
    await scheduler.put(
      scheduledRow({ ...check, config: icmpFields({ tags: ['x'] }), muted: true, updatedAt: 5_000 }),
    )
    await until(beganAt + 2 * minuteMs)
    await scheduler.put(scheduledRow({ ...check, name: 'Renamed', updatedAt: 6_000 }))
    await until(beganAt + 4 * minuteMs)
    assert.deepEqual(
      records.map(({ snapshots }) => snapshots.map(({ name }) => name)),
      [['Gateway'], [], ['Renamed'], []],
    )
    assert.deepEqual(
      published().map(({ snapshot }) => snapshot),
      [1, 1, 2, 2],
    )
  })

  test('a notice of an edit that comes after that of a later edit changes nothing', async () => {
    const { scheduler, until, taken, beganAt, check } = begunScheduler({})
    await scheduler.put(
      scheduledRow({ ...check, config: icmpFields({ locations: ['new'] }), updatedAt: 20_000 }),
    )
    await scheduler.put(
      scheduledRow({ ...check, config: icmpFields({ locations: ['old'] }), updatedAt: 10_000 }),
    )
    await until(beganAt + minuteMs)
    assert.deepEqual(taken(), ['new@60'])
  })

  test('X2: b removed after a ran: c, a, c', async () => {
    const { scheduler, until, taken, beganAt, check } = begunScheduler(three)
    await until(beganAt + minuteMs)
    await scheduler.put(
      scheduledRow({ ...check, config: icmpFields({ locations: ['a', 'c'] }), updatedAt: 5_000 }),
    )
    await until(beganAt + 4 * minuteMs)
    assert.deepEqual(taken(), ['a@60', 'c@120', 'a@180', 'c@240'])
  })

  test('a deleted check never runs again, and so does a deactivated one', async () => {
    const { scheduler, until, taken, beganAt, checks } = begunScheduler(
      { locations: ['a'] },
      { locations: ['b'] },
    )
    const [first, second] = checks
    assert.ok(first !== undefined && second !== undefined)
    await until(beganAt + minuteMs)
    scheduler.remove(first.id)
    await scheduler.put(scheduledRow({ ...second, activated: false, updatedAt: 5_000 }, { no: 2 }))
    await until(beganAt + 10 * minuteMs)
    assert.deepEqual(taken(), ['a@60', 'b@60'])
    assert.equal(scheduler.find(first.id), undefined)
  })

  test('a check that is deleted or deactivated while its slot is written is not run, and runs again later', async () => {
    const { under, scheduler, until, taken, beganAt, checks, clock } = begunScheduler(
      { locations: ['a'] },
      { locations: ['b'] },
    )
    const [first, second] = checks
    assert.ok(first !== undefined && second !== undefined)
    under.onRecord = async () => {
      under.onRecord = () => {}
      scheduler.remove(first.id)
      await scheduler.put(scheduledRow({ ...second, activated: false, updatedAt: 5_000 }, { no: 2 }))
    }
    await until(beganAt + 3 * minuteMs)
    assert.deepEqual(taken(), [])
    clock.advance(250)
    await scheduler.put(scheduledRow({ ...second, updatedAt: 6_000 }, { no: 2 }))
    await until(beganAt + 4 * minuteMs)
    assert.deepEqual(taken(), ['b@180.251', 'b@240'])
  })
})

suite('no overlap', () => {
  test('X8: while a run is open its slots are skipped, and none is queued behind', async () => {
    const { under, until, taken, due, beganAt, check } = begunScheduler({})
    under.endsAtOnce = false
    await until(beganAt + 3 * minuteMs + 1)
    assert.deepEqual(taken(), ['eu-west-1@60'])
    under.end(check.id, 'eu-west-1')
    await until(beganAt + 4 * minuteMs)
    assert.deepEqual(taken(), ['eu-west-1@240'])
    assert.deepEqual(due(), { 'eu-west-1': 2 })
  })

  test('one location at a time: no run anywhere while one is open, and the rotation waits', async () => {
    const { under, until, taken, beganAt, check } = begunScheduler(three)
    under.endsAtOnce = false
    await until(beganAt + 3 * minuteMs + 1)
    under.end(check.id, 'a')
    await until(beganAt + 4 * minuteMs)
    assert.deepEqual(taken(), ['a@60', 'b@240'])
  })

  test('X3: in parallel only the location that is still busy is left out', async () => {
    const { under, until, taken, due, beganAt, check } = begunScheduler({ ...three, runParallel: true })
    under.endsAtOnce = false
    await until(beganAt + minuteMs)
    assert.deepEqual(taken(), ['a@60', 'b@60', 'c@60'])
    for (const origin of ['a', 'c']) under.end(check.id, origin)
    await until(beganAt + 2 * minuteMs)
    assert.deepEqual(taken(), ['a@120', 'c@120'])
    assert.deepEqual(due(), { a: 2, b: 1, c: 2 })
  })

  test('a run that was published before this program started counts as open', async () => {
    const under = schedulerUnderTest()
    const beganAt = under.clock.now()
    const check = icmpCheck()
    under.scheduler.load(scheduledRow(check))
    const before = someRun({ checkId: check.id, location: 'eu-west-1' })
    under.scheduler.opened(before)
    under.scheduler.begin(null)
    await under.until(beganAt + 2 * minuteMs)
    assert.deepEqual(under.taken(), [])
    under.scheduler.closed(before)
    await under.until(beganAt + 3 * minuteMs)
    assert.deepEqual(under.taken(), ['eu-west-1@180'])
  })
})

suite('runs that no agent takes', () => {
  for (const runParallel of [false, true]) {
    test(`their slots are due and not run: nobody is looking (in parallel: ${runParallel})`, async () => {
      const { under, beganAt } = begunScheduler({ locations: ['a'], runParallel })
      under.endsAtOnce = false
      await under.until(beganAt + minuteMs)
      const [run] = under.published()
      assert.ok(run)
      under.waiting.add(run.runId)
      await under.until(beganAt + 3 * minuteMs)
      assert.deepEqual([under.published().length, under.due()], [1, { a: 3 }])
      under.waiting.clear()
      await under.until(beganAt + 5 * minuteMs)
      assert.deepEqual([under.published().length, under.due()], [1, { a: 3 }])
    })
  }
})

suite('runs that agents hold and do not make', () => {
  for (const runParallel of [false, true]) {
    test(`beyond the longest attempt their slots are due: nobody is looking (in parallel: ${runParallel})`, async () => {
      const { under, beganAt } = begunScheduler({ locations: ['a'], runParallel })
      under.endsAtOnce = false
      await under.until(beganAt + minuteMs)
      const [run] = under.published()
      assert.ok(run)
      under.held.set(run.runId, beganAt + minuteMs)
      await under.until(beganAt + 4 * minuteMs)
      assert.deepEqual([under.published().length, under.due()], [1, { a: 4 }])
      // Its next attempt has just begun.
      under.held.set(run.runId, beganAt + 5 * minuteMs - secondMs)
      await under.until(beganAt + 5 * minuteMs)
      assert.deepEqual(under.due(), { a: 4 })
      under.end(run.checkId, 'a')
      await under.until(beganAt + 6 * minuteMs)
      assert.deepEqual([under.published().length, under.due()], [2, { a: 5 }])
    })

    test(`slots that were left out while it was held are due when it comes back without a result (in parallel: ${runParallel})`, async () => {
      const under = schedulerUnderTest()
      const check = icmpCheck({ locations: ['a'], runParallel }, { frequency: 0, frequencyOffset: 10 })
      const slots = slotsOf(check)
      assert.ok(slots !== null)
      under.scheduler.load(scheduledRow(check))
      under.scheduler.begin(null)
      under.endsAtOnce = false
      const firstAt = firstSlotAfter(slots, under.clock.now())
      await under.until(firstAt)
      const [run] = under.published()
      assert.ok(run)
      under.held.set(run.runId, firstAt + 11 * secondMs)
      await under.until(firstAt + 20 * secondMs)
      assert.deepEqual(under.due(), { a: 1 }, 'it was thought to be looking')
      under.scheduler.returned([{ run }])
      await under.scheduler.tick()
      assert.deepEqual(under.due(), { a: 2 }, 'the slot before the lease counts for the attempt before')
      under.scheduler.returned([{ run }])
      await under.scheduler.tick()
      assert.deepEqual(under.due(), { a: 2 }, 'a slot was counted twice')
    })
  }
})

suite('locations that nobody serves', () => {
  test('are due and not run, and the others go on', async () => {
    const { unserved, until, taken, due, beganAt } = begunScheduler({ ...three, runParallel: true })
    unserved.add('b')
    await until(beganAt + 2 * minuteMs)
    assert.deepEqual(taken(), ['a@60', 'c@60', 'a@120', 'c@120'])
    assert.deepEqual(due(), { a: 2, b: 2, c: 2 })
  })

  test('are passed over by a rotation', async () => {
    const { unserved, until, taken, due, beganAt } = begunScheduler(three)
    unserved.add('b')
    await until(beganAt + 3 * minuteMs)
    unserved.clear()
    await until(beganAt + 5 * minuteMs)
    assert.deepEqual(taken(), ['a@60', 'c@120', 'a@180', 'b@240', 'c@300'])
    assert.deepEqual(due(), { a: 2, b: 1, c: 2 })
  })

  test('nowhere left to run: due is counted, nothing runs, and the return brings no burst', async () => {
    const { unserved, until, taken, due, beganAt } = begunScheduler({})
    unserved.add('eu-west-1')
    await until(beganAt + 30 * minuteMs)
    assert.deepEqual(taken(), [])
    assert.deepEqual(due(), { 'eu-west-1': 30 })
    unserved.clear()
    await until(beganAt + 31 * minuteMs)
    assert.deepEqual(taken(), ['eu-west-1@1860'])
  })
})
