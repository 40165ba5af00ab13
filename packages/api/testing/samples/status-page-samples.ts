import type { ApiUnderTest } from '../api-under-test.ts'
import type { Sample } from './operation-sample.ts'
import { componentPageBody, incidentBody, pageBody, ruleBody, statusPageCalls } from '../status-pages.ts'

/** One good request for every operation about status pages, their services, incidents and subscribers. */
export function statusPageSamples(api: ApiUnderTest): Record<string, () => Promise<Sample>> {
  const { makeService, makePage, makeIncident, subscribe } = statusPageCalls(api)
  const service = async (): Promise<Sample> => ({ values: { serviceId: await makeService() } })
  const statusPage = async (): Promise<Sample> => {
    const serviceId = await makeService()
    await makeIncident([serviceId])
    const statusPageId = (await makePage([serviceId])).textAt('id')
    await subscribe(statusPageId, ['ann@example.net'])
    const subscribers = await api.call('GET', `/v1/status-pages/${statusPageId}/subscriptions`)
    return { values: { statusPageId, subscriptionId: subscribers.textAt('0.id') } }
  }
  const parts = async (): Promise<Sample> => {
    const page = await api.call('POST', '/v1/status-pages', { body: componentPageBody() })
    const statusPageId = page.textAt('id')
    const path = `/v1/status-pages/${statusPageId}`
    const component = await api.call('POST', `${path}/components`, { body: { name: 'Checkout' } })
    const componentId = component.textAt('id')
    const rule = await api.call('POST', `${path}/automation-rules`, { body: ruleBody(componentId) })
    return { values: { statusPageId, componentId, ruleId: rule.textAt('id') } }
  }
  const ruleWrite = async (): Promise<Sample> => {
    const sample = await parts()
    return { ...sample, body: ruleBody(String(sample.values?.['componentId'])) }
  }
  const incident = async (): Promise<Sample> => {
    const made = await makeIncident([await makeService()])
    const incidentId = made.textAt('id')
    const update = { description: 'd', status: 'RESOLVED' }
    await api.call('POST', `/v1/status-pages/incidents/${incidentId}/incident-updates`, { body: update })
    return { values: { incidentId, incidentUpdateId: made.textAt('incidentUpdates.0.id') } }
  }
  const incidentWrite = async () => ({ ...incidentBody([await makeService()]) })

  return {
    getV1StatuspagesServices: async () => {
      await service()
      return { query: '?limit=1&paginated=true' }
    },
    postV1StatuspagesServices: async () => ({ body: { name: 'Payments' } }),
    getV1StatuspagesServicesServiceid: service,
    putV1StatuspagesServicesServiceid: async () => ({ ...(await service()), body: { name: 'Refunds' } }),
    deleteV1StatuspagesServicesServiceid: service,
    getV1StatuspagesIncidents: async () => {
      await incident()
      return { query: '?limit=5' }
    },
    postV1StatuspagesIncidents: async () => ({ body: await incidentWrite() }),
    getV1StatuspagesIncidentsIncidentid: incident,
    putV1StatuspagesIncidentsIncidentid: async () => ({ ...(await incident()), body: await incidentWrite() }),
    patchV1StatuspagesIncidentsIncidentid: async () => ({
      ...(await incident()),
      body: { severity: 'MINOR' },
    }),
    deleteV1StatuspagesIncidentsIncidentid: incident,
    getV1StatuspagesIncidentsIncidentidIncidentupdates: incident,
    postV1StatuspagesIncidentsIncidentidIncidentupdates: async () => ({
      ...(await incident()),
      body: { description: 'd' },
    }),
    getV1StatuspagesIncidentsIncidentidIncidentupdatesIncidentupdateid: incident,
    putV1StatuspagesIncidentsIncidentidIncidentupdatesIncidentupdateid: async () => ({
      ...(await incident()),
      body: { description: 'd' },
    }),
    deleteV1StatuspagesIncidentsIncidentidIncidentupdatesIncidentupdateid: incident,
    getV1Statuspages: async () => {
      await statusPage()
      return { query: '?limit=5' }
    },
    postV1Statuspages: async () => ({ body: pageBody() }),
    getV1StatuspagesStatuspageid: statusPage,
    putV1StatuspagesStatuspageid: async () => ({ ...(await statusPage()), body: pageBody() }),
    deleteV1StatuspagesStatuspageid: statusPage,
    postV1StatuspagesStatuspageidPassword: statusPage,
    deleteV1StatuspagesStatuspageidPassword: async () => {
      const sample = await statusPage()
      await api.call('POST', `/v1/status-pages/${sample.values?.['statusPageId']}/password`)
      return sample
    },
    getV1StatuspagesStatuspageidComponents: parts,
    postV1StatuspagesStatuspageidComponents: async () => ({ ...(await parts()), body: { name: 'Search' } }),
    getV1StatuspagesStatuspageidComponentsComponentid: parts,
    putV1StatuspagesStatuspageidComponentsComponentid: async () => ({
      ...(await parts()),
      body: { name: 'Search' },
    }),
    patchV1StatuspagesStatuspageidComponentsComponentid: async () => ({
      ...(await parts()),
      body: { hidden: true },
    }),
    deleteV1StatuspagesStatuspageidComponentsComponentid: parts,
    getV1StatuspagesStatuspageidAutomationrules: parts,
    postV1StatuspagesStatuspageidAutomationrules: ruleWrite,
    getV1StatuspagesStatuspageidAutomationrulesRuleid: parts,
    putV1StatuspagesStatuspageidAutomationrulesRuleid: ruleWrite,
    patchV1StatuspagesStatuspageidAutomationrulesRuleid: async () => ({
      ...(await parts()),
      body: { enabled: false },
    }),
    deleteV1StatuspagesStatuspageidAutomationrulesRuleid: parts,
    getV1StatuspagesStatuspageidSubscriptions: statusPage,
    postV1StatuspagesStatuspageidSubscriptionsBulk: async () => ({
      ...(await statusPage()),
      body: { subscriptions: [{ type: 'EMAIL', config: { address: 'ben@example.net' } }] },
    }),
    deleteV1StatuspagesStatuspageidSubscriptionsSubscriptionid: statusPage,
  }
}
