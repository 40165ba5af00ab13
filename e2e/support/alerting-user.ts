import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import type { ReceivedRequest } from '@sonde/egress/testing/receiver.ts'
import { eventually } from './eventually.ts'
import type { Service } from './service-under-test.ts'

/** What the tests look at in the JSON of a webhook. */
export type Webhook = {
  alertType: string
  alertTitle: string
  episodeId: string
  check: { id: string; name: string }
  result: { id: string; error: string | null }
}

export type Notification = {
  id: string
  type: string
  status: string
  alertConfig: unknown
  checkId?: string
  alertChannelId?: number
  timings: Record<(typeof stages)[number], string | null>
}

/** In the order in which a notification goes through them. */
const stages = ['due', 'started', 'judged', 'written', 'firstTry', 'accepted'] as const

export type MonitorBody = Readonly<Record<string, unknown>> & { channels: readonly number[] }

/** Somebody who sets up alerts by the API and looks at what became of them. */
export function alertingUser(service: Service) {
  return {
    async createChannel(type: string, config: Readonly<Record<string, unknown>>): Promise<number> {
      const made = await service.expect(201, 'POST', '/v1/alert-channels', { type, config })
      return (made as { id: number }).id
    },

    /** Runs when it is made, and then not within hours unless told. */
    async createMonitor({ channels, ...body }: MonitorBody): Promise<string> {
      const made = await service.expect(201, 'POST', '/v1/checks/icmp', {
        name: 'Edge router',
        request: { hostname: '127.0.0.1', pingCount: 1 },
        locations: ['eu-west-1'],
        frequency: 1440,
        frequencyOffset: ((new Date().getUTCHours() + 12) % 24) + 1,
        doubleCheck: false,
        retryStrategy: null,
        alertChannelSubscriptions: channels.map((alertChannelId) => ({ alertChannelId, activated: true })),
        ...body,
      })
      return (made as { id: string }).id
    },

    async change(monitor: string, body: Readonly<Record<string, unknown>>): Promise<void> {
      await service.expect(200, 'PATCH', `/v1/checks/icmp/${monitor}`, body)
    },

    async alertTypes(monitor?: string): Promise<string[]> {
      const path = monitor === undefined ? '/v1/check-alerts' : `/v1/check-alerts/${monitor}`
      const listed = (await service.expect(200, 'GET', path)) as { alertType: string }[]
      return listed.map(({ alertType }) => alertType)
    },

    /** Waits until so many notifications are there and none is on its way any more. */
    untilAllSent(count: number): Promise<Notification[]> {
      return eventually(
        `${count} notifications are sent`,
        async () => {
          const path = '/v1/alert-notifications?limit=100'
          const listed = (await service.expect(200, 'GET', path)) as Notification[]
          return listed.length === count && listed.every(({ status }) => status !== 'IN_PROGRESS') && listed
        },
        { everyMs: 500 },
      )
    },
  }
}

export function webhookIn({ body }: ReceivedRequest): Webhook {
  return JSON.parse(body.toString()) as Webhook
}

/** As a receiver that knows the secret would do it. */
export function assertSigned({ body, headers }: ReceivedRequest, secret: string): void {
  const expected = createHmac('sha256', secret).update(body).digest('hex')
  assert.equal(headers['x-service-signature'], expected)
  assert.equal(headers['x-checkly-signature'], expected)
  assert.ok(Math.abs(Date.now() - Number(headers['x-service-timestamp'])) < 10 * 60_000)
}

export function assertTimings({ id, timings }: Notification): void {
  const moments = stages.map((stage) => Date.parse(timings[stage] ?? ''))
  assert.ok(
    moments.every((moment, index) => moment >= (moments[index - 1] ?? 0)),
    `${id}: ${JSON.stringify(timings)}`,
  )
}
