import assert from 'node:assert/strict'
import type { ApiUnderTest } from '../api-under-test.ts'
import { makeGroup } from '../make-group.ts'
import type { Sample } from './operation-sample.ts'
import { rich } from './rich-bodies.ts'
import { makeMonitor } from '../monitors/write-icmp.ts'

/** One good request for every operation about dashboards, their incidents, badges and settings of the account. */
export function dashboardSamples(api: ApiUnderTest): Record<string, () => Promise<Sample>> {
  const dashboard = async (): Promise<Sample & { number: number }> => {
    const made = await api.call('POST', '/v1/dashboards', { body: { header: 'Shop', tags: ['a'] } })
    assert.equal(made.status, 201, made.text)
    return { values: { dashboardId: made.textAt('dashboardId') }, number: Number(made.at('id')) }
  }
  const incidentBody = (dashboardId: number) => ({
    name: 'Slow',
    impact: 'MAJOR',
    startedAt: '2026-01-01T00:00:00.000Z',
    dashboardId,
    incidentUpdates: [{ status: 'INVESTIGATING', description: 'We look.' }],
  })
  const incident = async (): Promise<Sample> => {
    const { number } = await dashboard()
    const made = await api.call('POST', '/v1/incidents', { body: incidentBody(number) })
    assert.equal(made.status, 200, made.text)
    return { values: { id: made.textAt('id'), incidentId: made.textAt('id') } }
  }
  const update = async (): Promise<Sample> => {
    const { values = {} } = await incident()
    const body = { status: 'RESOLVED', description: 'Over.' }
    const made = await api.call('POST', `/v1/incidents/${values['id']}/updates`, { body })
    return { values: { incidentId: values['incidentId'] ?? '', id: made.textAt('id') } }
  }
  const withBadges = async (): Promise<void> => {
    await api.call('PATCH', '/v1/accounts/me/settings', { body: { badgesEnabled: true } })
  }

  return {
    getV1Dashboards: async () => {
      await dashboard()
      return { query: '?limit=5' }
    },
    postV1Dashboards: async () => ({ body: { header: 'Private', isPrivate: true } }),
    getV1DashboardsDashboardid: dashboard,
    putV1DashboardsDashboardid: async () => ({ ...(await dashboard()), body: { header: 'Other' } }),
    deleteV1DashboardsDashboardid: dashboard,
    postV1Incidents: async () => ({ body: incidentBody((await dashboard()).number) }),
    getV1DashboardsDashboardidIncidents: async () => {
      const { values = {}, number } = await dashboard()
      await api.call('POST', '/v1/incidents', { body: incidentBody(number) })
      return { values, query: '?limit=5' }
    },
    getV1IncidentsId: incident,
    putV1IncidentsId: async () => ({ ...(await incident()), body: { name: 'Slower', impact: 'MINOR' } }),
    deleteV1IncidentsId: incident,
    postV1IncidentsIncidentidUpdates: async () => ({
      ...(await incident()),
      body: { status: 'MONITORING', description: 'Better.' },
    }),
    putV1IncidentsIncidentidUpdatesId: async () => ({ ...(await update()), body: { description: 'Words' } }),
    deleteV1IncidentsIncidentidUpdatesId: update,
    getV1BadgesChecksCheckid: async () => {
      await withBadges()
      return { values: { checkId: await makeMonitor(api, rich) }, query: '?responseTime=true' }
    },
    getV1BadgesGroupsGroupid: async () => {
      await withBadges()
      return { values: { groupId: String(await makeGroup(api)) } }
    },
    getV1AccountsMeSettings: async () => ({}),
    patchV1AccountsMe: async () => ({ body: { name: 'Renamed account' } }),
    patchV1AccountsMeSettings: async () => ({ body: { checkUpdateReading: null } }),
  }
}
