import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IncidentStatus } from '@sonde/schema/status-pages/status-page-incident.ts'
import { courseOf, durationSeconds } from './incident-course.ts'

const at = (time: string) => Date.parse(`2026-08-19T${time}:00.000Z`)
const marks = (...given: [string, IncidentStatus][]) =>
  given.map(([time, status]) => ({ publicAt: at(time), status }))

const cases: {
  name: string
  updates: ReturnType<typeof marks>
  lastStatus: IncidentStatus
  duration: number | null
}[] = [
  {
    name: 'an incident that nobody resolved goes on',
    updates: marks(['10:00', 'INVESTIGATING'], ['10:10', 'MONITORING']),
    lastStatus: 'MONITORING',
    duration: null,
  },
  {
    name: 'an incident lasts from its first update to its resolution',
    updates: marks(['10:00', 'INVESTIGATING'], ['10:10', 'IDENTIFIED'], ['10:30', 'RESOLVED']),
    lastStatus: 'RESOLVED',
    duration: 1_800,
  },
  {
    name: 'SA 40: a single RESOLVED update lasts no time',
    updates: marks(['10:00', 'RESOLVED']),
    lastStatus: 'RESOLVED',
    duration: 0,
  },
  {
    name: 'status case 35: an incident that was opened again counts with the gap',
    updates: marks(
      ['10:00', 'INVESTIGATING'],
      ['10:30', 'RESOLVED'],
      ['11:00', 'INVESTIGATING'],
      ['11:30', 'RESOLVED'],
    ),
    lastStatus: 'RESOLVED',
    duration: 5_400,
  },
  {
    name: 'status case 35: resolving it a second time does not make it longer',
    updates: marks(['10:00', 'INVESTIGATING'], ['11:30', 'RESOLVED'], ['12:00', 'RESOLVED']),
    lastStatus: 'RESOLVED',
    duration: 5_400,
  },
  {
    name: 'an incident that was opened again goes on',
    updates: marks(['10:00', 'INVESTIGATING'], ['10:30', 'RESOLVED'], ['11:00', 'MONITORING']),
    lastStatus: 'MONITORING',
    duration: null,
  },
]

for (const { name, updates, lastStatus, duration } of cases) {
  test(name, () => {
    const course = courseOf(updates)
    assert.equal(course.startedAt, at('10:00'))
    assert.equal(course.lastStatus, lastStatus)
    assert.equal(durationSeconds(course), duration)
  })
}
