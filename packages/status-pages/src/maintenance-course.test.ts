import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { PublicMaintenance } from '@sonde/store/status-pages/public-events.ts'
import { courseAt } from './maintenance-course.ts'

const planned: PublicMaintenance = {
  id: 'm',
  name: 'Upgrade',
  description: null,
  status: 'SCHEDULED',
  startsAt: 1_000,
  endsAt: 2_000,
  beganAt: null,
  endedAt: null,
  createdAt: 0,
  updatedAt: null,
  visibility: {
    enabled: true,
    severity: null,
    affectAllServices: true,
    suppressAutoIncidents: false,
    notifyOnStart: false,
    notifyOnEnd: false,
    reminderMinutesBefore: [],
    autoStart: true,
    autoEnd: true,
    showAffectedServices: true,
    statusPageIds: [],
    serviceIds: [],
  },
}

suite('how a maintenance stands', () => {
  test('before, during and after, also when no job has come by', () => {
    assert.deepEqual(courseAt(planned, 999), { status: 'SCHEDULED', active: null })
    assert.deepEqual(courseAt(planned, 1_500), {
      status: 'IN_PROGRESS',
      active: { startAt: 1_000, endAt: 1_500 },
    })
    assert.deepEqual(courseAt(planned, 9_000), {
      status: 'COMPLETED',
      active: { startAt: 1_000, endAt: 2_000 },
    })
  })

  test('one that was written after it was over was never active', () => {
    const late = courseAt({ ...planned, createdAt: 5_000 }, 9_000)
    assert.deepEqual(late, { status: 'COMPLETED', active: { startAt: 5_000, endAt: 5_000 } })
  })

  test('one that waits for a hand does not begin, and does not end', () => {
    const visibility = { ...planned.visibility, autoStart: false, autoEnd: false }
    assert.equal(courseAt({ ...planned, visibility }, 9_000).status, 'SCHEDULED')
    const begun = { ...planned, visibility, status: 'IN_PROGRESS' as const, beganAt: 1_200 }
    assert.deepEqual(courseAt(begun, 9_000), {
      status: 'IN_PROGRESS',
      active: { startAt: 1_200, endAt: 9_000 },
    })
  })

  test('one that was ended early was active until then; one that was cancelled before it began, never', () => {
    const ended = { ...planned, status: 'COMPLETED' as const, beganAt: 1_000, endedAt: 1_300, endsAt: 1_300 }
    assert.deepEqual(courseAt(ended, 9_000).active, { startAt: 1_000, endAt: 1_300 })
    assert.equal(courseAt({ ...planned, status: 'CANCELLED' }, 1_500).active, null)
  })
})
