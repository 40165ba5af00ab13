import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { DashboardIncident } from '../resources/status-pages/dashboard-incidents.ts'
import { stateOf } from './incident-words.ts'

const now = Date.parse('2027-01-02T00:00:00.000Z')
const before = '2027-01-01T00:00:00.000Z'
const after = '2027-01-03T00:00:00.000Z'

function incident(
  fields: Partial<DashboardIncident>,
  status: DashboardIncident['incidentUpdates'][number]['status'] = 'INVESTIGATING',
): DashboardIncident {
  return {
    id: 'i',
    name: 'Slow',
    impact: 'MINOR',
    startedAt: null,
    stoppedAt: null,
    dashboardId: 1,
    created_at: before,
    updated_at: null,
    incidentUpdates: [{ id: 'u', status, description: 'd', created_at: before, updated_at: null }],
    ...fields,
  }
}

suite('an incident of a dashboard', () => {
  test('goes on until its last update resolves it', () => {
    assert.equal(stateOf(incident({}), now), 'open')
    assert.equal(stateOf(incident({}, 'RESOLVED'), now), 'over')
  })

  test('is over when its end has passed', () => {
    assert.equal(stateOf(incident({ stoppedAt: before }), now), 'over')
    assert.equal(stateOf(incident({ stoppedAt: after }), now), 'open')
  })

  test('is planned while its beginning is to come', () => {
    assert.equal(stateOf(incident({ startedAt: after }), now), 'planned')
  })
})
