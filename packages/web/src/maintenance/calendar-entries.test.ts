import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Maintenance, MaintenanceWindow } from '../resources/maintenance-windows.ts'
import { entriesOf, nextOf } from './calendar-entries.ts'

const now = Date.parse('2027-06-01T00:00:00Z')
const span = { fromAt: now, toAt: Date.parse('2027-06-29T00:00:00Z'), now }

const window: MaintenanceWindow = {
  id: 7,
  name: 'Upgrade',
  tags: [],
  startsAt: '2027-05-04T02:00:00.000Z',
  endsAt: '2027-05-04T04:00:00.000Z',
  repeatInterval: 1,
  repeatUnit: 'WEEK',
  repeatEndsAt: null,
  timezone: null,
  description: null,
  statusPageVisibility: {
    enabled: false,
    severity: null,
    affectAllServices: false,
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
  pauseAllChecks: false,
  silenceAlertsTags: [],
  silenceAllAlerts: false,
  silenceCheckIds: [],
  silenceGroupIds: [],
  pauseCheckIds: [],
  pauseGroupIds: [],
  created_at: '2027-05-01T00:00:00.000Z',
  updated_at: null,
  projectBindings: { owner: null, references: [] },
}

const occurrence: Maintenance = {
  id: '0198c0de-0000-7000-8000-000000000001',
  maintenanceWindowId: 7,
  startsAt: '2027-06-02T10:00:00.000Z',
  endsAt: '2027-06-02T12:00:00.000Z',
  status: 'SCHEDULED',
  created_at: '2027-05-01T00:00:00.000Z',
  updated_at: '2027-05-01T00:00:00.000Z',
  updates: [],
}

suite('the calendar shows of a window', () => {
  test('what the server has made, and further ahead what is planned', () => {
    const rows = entriesOf(window, [occurrence], span).map((entry) => [
      new Date(entry.startsAt).toISOString().slice(0, 10),
      entry.status,
    ])
    assert.deepEqual(rows, [
      ['2027-06-02', 'SCHEDULED'],
      ['2027-06-15', 'PLANNED'],
      ['2027-06-22', 'PLANNED'],
    ])
  })

  test('nothing in place of the next one that somebody has left out', () => {
    const monthly = { ...window, repeatUnit: 'MONTH' } as const
    assert.deepEqual(entriesOf(monthly, [], { ...span, toAt: Date.parse('2027-07-01T00:00:00Z') }), [])
  })
})

suite('next of a window is', () => {
  const dayOfNext = (occurrences: readonly Maintenance[] | undefined) => {
    const entries = occurrences === undefined ? undefined : entriesOf(window, occurrences, span)
    const next = nextOf(window, entries, span)
    return next === undefined ? null : new Date(next.startsAt).toISOString()
  }

  test('what follows from its settings, until more is known', () => {
    assert.equal(dayOfNext(undefined), '2027-06-01T02:00:00.000Z')
  })

  test('an occurrence that was moved, or has begun before its time', () => {
    assert.equal(dayOfNext([occurrence]), '2027-06-02T10:00:00.000Z')
    const begun = { ...occurrence, status: 'IN_PROGRESS', startsAt: '2027-05-31T23:00:00.000Z' } as const
    assert.equal(dayOfNext([begun]), '2027-05-31T23:00:00.000Z')
  })

  test('none that was cancelled', () => {
    assert.equal(dayOfNext([{ ...occurrence, status: 'CANCELLED' }]), '2027-06-15T02:00:00.000Z')
  })
})
