import type { ApiUnderTest } from '../api-under-test.ts'
import { type Sample, unknownId } from './operation-sample.ts'
import { makeMonitor } from '../monitors/write-icmp.ts'

/** One good request for every operation about maintenance windows. */
export function maintenanceSamples(api: ApiUnderTest): Record<string, () => Promise<Sample>> {
  const maintenanceBody = {
    name: 'Upgrade',
    startsAt: '2030-01-01T02:00:00Z',
    endsAt: '2030-01-01T04:00:00Z',
    silenceAllAlerts: true,
  }
  const maintenance = async (): Promise<Sample> => {
    const made = await api.call('POST', '/v1/maintenance-windows', {
      body: { ...maintenanceBody, repeatInterval: 1, repeatUnit: 'WEEK', repeatEndsAt: '2030-02-01' },
    })
    const id = String(made.at('id'))
    const maintenances = `/v1/maintenance-windows/${id}/maintenances`
    const maintenanceId = (await api.call('GET', maintenances)).textAt('0.id')
    const update = { status: 'IN_PROGRESS', description: 'Sooner than planned' }
    const posted = await api.call('POST', `${maintenances}/${maintenanceId}/updates`, { body: update })
    return {
      values: { id, maintenanceId, updateId: posted.textAt('id') },
      unknown: { id: '999999', maintenanceId: unknownId, updateId: unknownId },
    }
  }

  return {
    getV1Maintenancewindows: async () => {
      await maintenance()
      return { query: '?limit=5&startsAt[gte]=2030-01-01' }
    },
    postV1Maintenancewindows: async () => ({ body: maintenanceBody }),
    getV1MaintenancewindowsId: maintenance,
    putV1MaintenancewindowsId: async () => ({ ...(await maintenance()), body: { tags: ['db'] } }),
    deleteV1MaintenancewindowsId: maintenance,
    getV1MaintenancewindowsIdMaintenances: maintenance,
    getV1MaintenancewindowsIdMaintenancesMaintenanceid: maintenance,
    patchV1MaintenancewindowsIdMaintenancesMaintenanceid: async () => ({
      ...(await maintenance()),
      body: { endsAt: '2030-01-01T06:00:00Z' },
    }),
    deleteV1MaintenancewindowsIdMaintenancesMaintenanceid: maintenance,
    postV1MaintenancewindowsIdMaintenancesMaintenanceidUpdates: async () => ({
      ...(await maintenance()),
      body: { status: 'COMPLETED', description: 'Done' },
    }),
    putV1MaintenancewindowsIdMaintenancesMaintenanceidUpdatesUpdateid: async () => ({
      ...(await maintenance()),
      body: { description: 'Better words' },
    }),
    deleteV1MaintenancewindowsIdMaintenancesMaintenanceidUpdatesUpdateid: maintenance,
    getV1MaintenancewindowsActive: async () => ({ query: `?checkId=${await makeMonitor(api)}` }),
    postV1MaintenancewindowsSilence: async () => ({
      body: { checkIds: [await makeMonitor(api)], minutes: 60 },
    }),
    postV1MaintenancewindowsIdEnd: async () => {
      const body = { checkIds: [await makeMonitor(api)], minutes: 60 }
      const made = await api.call('POST', '/v1/maintenance-windows/silence', { body })
      return { values: { id: String(made.at('id')) }, unknown: { id: '999999' } }
    },
  }
}
