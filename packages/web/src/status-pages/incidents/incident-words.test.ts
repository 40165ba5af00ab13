import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { ListedIncident } from '../../resources/status-pages/status-page-incidents.ts'
import { worstOf } from './incident-words.ts'

function incident(severity: ListedIncident['severity'], duration: number | null): ListedIncident {
  return {
    id: severity,
    name: severity,
    severity,
    services: [],
    components: [],
    lastUpdateStatus: duration === null ? 'INVESTIGATING' : 'RESOLVED',
    duration,
    checkId: null,
    automationRuleId: null,
    draftUpdate: null,
    created_at: '2027-01-01T00:00:00.000Z',
    updated_at: '2027-01-01T00:00:00.000Z',
  }
}

suite('the state of a page', () => {
  test('is that of its worst open incident', () => {
    const incidents = [incident('MINOR', null), incident('MAJOR', null), incident('CRITICAL', 60)]
    assert.deepEqual(worstOf(incidents), { severity: 'MAJOR', count: 2 })
  })

  test('is nothing when all are resolved', () => {
    assert.equal(worstOf([incident('CRITICAL', 0)]), null)
    assert.equal(worstOf([]), null)
  })
})
