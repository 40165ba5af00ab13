import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { hourMs, minuteMs } from '@sonde/ground/durations.ts'
import type { MaintenanceStatus } from '@sonde/schema/alerts/maintenance-window.ts'
import type { MaintenanceRow } from '@sonde/store/maintenance/maintenances.ts'
import { someMaintenance, someWindow } from '../../testing/some-maintenance.ts'
import { automaticSteps, dueReminder, postedStep } from './lifecycle.ts'

const startsAt = 100 * hourMs
const endsAt = 102 * hourMs
const dates = { startsAt, endsAt }
const window = (visibility = {}) => someWindow('a', { ...dates, visibility })

suite('what comes by itself', () => {
  const steps = (visibility: object, row: Partial<MaintenanceRow>, now: number) =>
    automaticSteps(window(visibility), someMaintenance({ ...dates, ...row }), now).map(({ after }) => after)

  test('it begins at its start and not before', () => {
    assert.deepEqual(steps({}, {}, startsAt - 1), [])
    const [begun, ...more] = steps({}, {}, startsAt)
    assert.deepEqual([begun?.status, begun?.beganAt, more.length], ['IN_PROGRESS', startsAt, 0])
  })

  test('it ends at its end, verified or not', () => {
    for (const status of ['IN_PROGRESS', 'VERIFYING'] as const) {
      assert.deepEqual(steps({}, { status, beganAt: startsAt }, endsAt - 1), [])
      const [ended] = steps({}, { status, beganAt: startsAt }, endsAt + 500)
      assert.deepEqual([ended?.status, ended?.endedAt], ['COMPLETED', endsAt])
    }
  })

  test('after a while without a server it begins and ends at its own times', () => {
    const [begun, ended] = steps({}, {}, endsAt + hourMs)
    assert.deepEqual([begun?.beganAt, ended?.endedAt], [startsAt, endsAt])
  })

  test('a start in the past counts from the moment somebody said so', () => {
    const [begun] = steps({}, { createdAt: startsAt + hourMs }, startsAt + hourMs)
    assert.equal(begun?.beganAt, startsAt + hourMs)
  })

  test('only a window on a status page waits for a person', () => {
    const byHand = { autoStart: false, autoEnd: false }
    assert.equal(steps(byHand, {}, startsAt).length, 1)
    assert.deepEqual(steps({ ...byHand, enabled: true }, {}, startsAt), [])
    const running = { status: 'IN_PROGRESS', beganAt: startsAt } as const
    assert.equal(steps(byHand, running, endsAt).length, 1)
    assert.deepEqual(steps({ ...byHand, enabled: true }, running, endsAt + 100 * hourMs), [])
  })

  test('subscribers hear of it only where the page shows it', () => {
    const told = (visibility: object) =>
      automaticSteps(window(visibility), someMaintenance(dates), endsAt).map((step) => step.notifySubscribers)
    assert.deepEqual(told({ notifyOnStart: true, notifyOnEnd: true }), [false, false])
    assert.deepEqual(told({ enabled: true, notifyOnStart: true, notifyOnEnd: true }), [true, true])
  })

  test('what has ended stays', () => {
    for (const status of ['COMPLETED', 'CANCELLED'] as const) {
      assert.deepEqual(steps({}, { status }, endsAt + hourMs), [])
    }
  })
})

suite('what a person says', () => {
  const during = startsAt + hourMs
  const post = (
    from: MaintenanceStatus,
    to: MaintenanceStatus,
    now: number,
    row: Partial<MaintenanceRow> = {},
  ) => {
    const maintenance = someMaintenance({ ...dates, status: from, ...row })
    const step = postedStep(maintenance, { status: to, description: 'x', notifySubscribers: false }, now)
    return 'refusal' in step ? step.refusal : step.after
  }

  test('begun early, it starts now', () => {
    const after = post('SCHEDULED', 'IN_PROGRESS', startsAt - hourMs)
    assert.ok(typeof after === 'object')
    assert.deepEqual(
      [after.status, after.startsAt, after.beganAt],
      ['IN_PROGRESS', startsAt - hourMs, startsAt - hourMs],
    )
  })

  test('completed or cancelled, it ends now', () => {
    for (const status of ['COMPLETED', 'CANCELLED'] as const) {
      const after = post('IN_PROGRESS', status, during, { beganAt: startsAt })
      assert.ok(typeof after === 'object')
      assert.deepEqual([after.status, after.endsAt, after.endedAt], [status, during, during])
    }
  })

  test('cancelled before it began, it keeps its dates and never was', () => {
    const after = post('SCHEDULED', 'CANCELLED', startsAt - hourMs)
    assert.ok(typeof after === 'object')
    assert.deepEqual(
      [after.startsAt, after.endsAt, after.beganAt, after.endedAt],
      [startsAt, endsAt, null, null],
    )
  })

  test('it cannot be reopened without a new end', () => {
    assert.match(String(post('COMPLETED', 'IN_PROGRESS', endsAt)), /new endsAt/)
    const after = post('COMPLETED', 'IN_PROGRESS', during, { beganAt: startsAt, endedAt: during - 1 })
    assert.ok(typeof after === 'object')
    assert.deepEqual([after.status, after.beganAt, after.endedAt], ['IN_PROGRESS', startsAt, null])
  })

  test('what has begun is not scheduled any more', () => {
    assert.match(String(post('IN_PROGRESS', 'SCHEDULED', during)), /SCHEDULED/)
    assert.match(String(post('CANCELLED', 'SCHEDULED', during)), /SCHEDULED/)
    const again = post('CANCELLED', 'SCHEDULED', startsAt - 1)
    assert.ok(typeof again === 'object' && again.status === 'SCHEDULED')
  })

  test('to verify is to go on', () => {
    const after = post('IN_PROGRESS', 'VERIFYING', during, { beganAt: startsAt })
    assert.ok(typeof after === 'object')
    assert.deepEqual([after.status, after.endsAt, after.endedAt], ['VERIFYING', endsAt, null])
  })
})

suite('reminders of a maintenance', () => {
  const visibility = { enabled: true, reminderMinutesBefore: [60, 1_440] }
  const due = (row: Partial<MaintenanceRow>, now: number) =>
    dueReminder(window(visibility), someMaintenance({ ...dates, ...row }), now)

  test('are due so many minutes before, once', () => {
    assert.equal(due({}, startsAt - 1_441 * minuteMs), null)
    assert.deepEqual(due({}, startsAt - 1_440 * minuteMs), { minutes: 1_440, reminded: [1_440] })
    assert.equal(due({ reminded: [1_440] }, startsAt - 100 * minuteMs), null)
    assert.deepEqual(due({ reminded: [1_440] }, startsAt - 59 * minuteMs), {
      minutes: 60,
      reminded: [1_440, 60],
    })
  })

  test('of several that are late only the nearest goes out', () => {
    assert.deepEqual(due({}, startsAt - 30 * minuteMs), { minutes: 60, reminded: [60, 1_440] })
  })

  test('are not made up for when the maintenance was made later', () => {
    assert.deepEqual(due({ createdAt: startsAt - 600 * minuteMs }, startsAt - 500 * minuteMs), {
      minutes: null,
      reminded: [1_440],
    })
  })

  test('end with its start, and with its cancellation', () => {
    assert.equal(due({}, startsAt), null)
    assert.equal(due({ status: 'CANCELLED' }, startsAt - minuteMs), null)
  })
})
