import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { waitingMails } from '@sonde/status-pages/testing/status-pages.ts'
import type { ApiUnderTest, CallOptions } from './api-under-test.ts'
import { smallestUrl } from './monitors/write-url.ts'
import type { Answer } from './http-client.ts'

type Body = Readonly<Record<string, unknown>>

/** Calls about status pages, each with what it cannot leave out. */
export function statusPageCalls(api: ApiUnderTest) {
  async function made(answer: Answer): Promise<Answer> {
    assert.equal(answer.status, 201, answer.text)
    return answer
  }

  return {
    async makeService(name = 'Payments', options: CallOptions = {}): Promise<string> {
      const call = { ...options, body: { name } }
      return (await made(await api.call('POST', '/v1/status-pages/services', call))).textAt('id')
    },

    /** One that a check opens incidents on: of any other nobody knows an uptime. */
    async makeWatchedService(name = 'Payments'): Promise<string> {
      const service = await made(await api.call('POST', '/v1/status-pages/services', { body: { name } }))
      const serviceId = service.textAt('id')
      const triggerIncident = {
        serviceId,
        severity: 'MAJOR',
        name: 'n',
        description: 'd',
        notifySubscribers: false,
      }
      const body = { ...smallestUrl, frequency: 1_440, triggerIncident }
      await made(await api.call('POST', '/v1/checks/url', { body }))
      return serviceId
    },

    /** A page with one card that shows the services. */
    async makePage(serviceIds: readonly string[], body: Body = {}, options: CallOptions = {}) {
      const page = pageBody({ cards: [cardOf('Card', serviceIds)], ...body })
      return await made(await api.call('POST', '/v1/status-pages', { ...options, body: page }))
    },

    async makeIncident(serviceIds: readonly string[], update: Body = {}, body: Body = {}) {
      const incident = incidentBody(serviceIds, update, body)
      return await made(await api.call('POST', '/v1/status-pages/incidents', { body: incident }))
    },

    async subscribe(pageId: string, addresses: readonly string[], autoVerify = true) {
      const subscriptions = addresses.map((config) => ({ type: 'EMAIL', config }))
      return await made(
        await api.call('POST', `/v1/status-pages/${pageId}/subscriptions/bulk`, {
          body: { subscriptions, autoVerify },
        }),
      )
    },

    post: (incidentId: string, update: Body) =>
      api.call('POST', `/v1/status-pages/incidents/${incidentId}/incident-updates`, {
        body: { description: 'd', ...update },
      }),

    /** Who is to get mails of the account, in the order in which they were written. */
    async mailed(): Promise<string[]> {
      return (await waitingMails(api.store, api.accountId)).map(({ target }) => target)
    },
  }
}

export function pageBody(body: Body = {}): Body {
  return { name: 'Acme', url: `p-${randomBytes(6).toString('hex')}`, cards: [], ...body }
}

export function componentPageBody(body: Body = {}): Body {
  return { name: 'Acme', url: `p-${randomBytes(6).toString('hex')}`, version: 3, ...body }
}

export function ruleBody(componentId: string, body: Body = {}): Body {
  return {
    name: 'Checkout is down',
    firstUpdate: 'We are looking into it.',
    lastUpdate: 'All is well again.',
    tags: ['checkout'],
    components: [{ componentId, targetImpact: 'MAJOR_OUTAGE' }],
    ...body,
  }
}

export function cardOf(name: string, serviceIds: readonly string[]): Body {
  return { name, services: serviceIds.map((id) => ({ id })) }
}

export function incidentBody(serviceIds: readonly string[], update: Body = {}, body: Body = {}): Body {
  return {
    name: 'Payments are slow',
    severity: 'MAJOR',
    services: serviceIds.map((id) => ({ id })),
    incidentUpdates: [{ description: 'We look into it.', ...update }],
    ...body,
  }
}
