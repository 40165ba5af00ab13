import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAutoIncident } from '@sonde/status-pages/auto-incidents.ts'
import { initialAlertState } from '@sonde/store/alerts/alert-state.ts'
import { lockStatesOfChecks, updateStates } from '@sonde/store/checks/check-states.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest, publicUrl } from '../../testing/api-under-test.ts'
import { statusPageCalls } from '../../testing/status-pages.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'

forOneEngine('the automatic incident of a check that is deleted', (engine) => {
  const api = apiUnderTest(engine)
  const { makeService } = statusPageCalls(api)

  /** A failing check, with the incident that its alert has opened. */
  async function failingCheck() {
    const serviceId = await makeService()
    const triggerIncident = {
      serviceId,
      severity: 'MAJOR' as const,
      name: 'The shop is down',
      description: 'We are looking into it.',
      notifySubscribers: false,
    }
    const checkId = await makeMonitor(api, { triggerIncident })
    const incidentId = await api.store.write(async (db) => {
      const autoIncidentId = await openAutoIncident(db, {
        accountId: api.accountId,
        at: api.clock.now(),
        publicUrl,
        canMail: true,
        checkId,
        trigger: triggerIncident,
        excludedPageIds: [],
      })
      const states = await lockStatesOfChecks(db, [checkId])
      const alert = {
        ...initialAlertState,
        status: 'failed' as const,
        open: 'failed' as const,
        autoIncidentId,
      }
      await updateStates(
        db,
        states.map((state) => ({ ...state, alert })),
      )
      return autoIncidentId
    })
    assert.ok(incidentId !== null)
    return { checkId, incidentId }
  }

  const ways: [title: string, remove: (checkId: string) => Promise<{ status: number; text: string }>][] = [
    ['by itself', (checkId) => api.call('DELETE', `/v1/checks/${checkId}`)],
    [
      'with others',
      (checkId) => api.call('POST', '/v1/checks/bulk-edit', { body: { checkIds: [checkId], delete: true } }),
    ],
  ]
  for (const [title, remove] of ways) {
    test(`${title}: it is resolved, with an update that says so`, async () => {
      const { checkId, incidentId } = await failingCheck()
      const path = `/v1/status-pages/incidents/${incidentId}`
      assert.equal((await api.call('GET', path)).at('lastUpdateStatus'), 'INVESTIGATING')
      const removed = await remove(checkId)
      assert.ok(removed.status === 204 || removed.status === 200, removed.text)
      assert.equal((await api.call('GET', `/v1/checks/${checkId}`)).status, 404)
      const incident = await api.call('GET', path)
      assert.equal(incident.at('lastUpdateStatus'), 'RESOLVED', incident.text)
      assert.match(incident.text, /The check that opened this incident was deleted/)
    })
  }
})
