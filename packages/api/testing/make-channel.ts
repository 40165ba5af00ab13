import assert from 'node:assert/strict'
import type { ChannelType } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import { channelSealContext, findChannelById } from '@sonde/store/alerts/alert-channels.ts'
import type { ApiUnderTest, CallOptions } from './api-under-test.ts'
import type { Answer } from './http-client.ts'

export const channelsPath = '/v1/alert-channels'

/** One good configuration for every type. */
export const goodConfigs = {
  EMAIL: { address: 'ops@example.net, boss@example.net' },
  SLACK: { url: 'https://hooks.example.net/services/T0/B0/abcdefgh', channel: '#alerts' },
  SLACK_APP: { slackChannels: ['#alerts', '@ada', 'C024BE91L'] },
  WEBHOOK: {
    name: 'Relay',
    url: 'https://relay.example.net/in/topsecretpath',
    method: 'PUT',
    headers: [{ key: 'authorization', value: 'Bearer sesame-open', locked: true }],
    queryParameters: [
      { key: 'token', value: 'locked-value', locked: true },
      { key: 'team', value: 'blue', locked: false },
    ],
    template: '{"title": "{{ALERT_TITLE}}"}',
    webhookSecret: 'hmac-secret-1234',
    webhookType: 'WEBHOOK_SOMETHING_NEW',
  },
  SMS: { number: '+4915112345678', name: 'Ada' },
  CALL: { number: '+4915112345678', name: 'Ada' },
  PAGERDUTY: { serviceKey: 'r0utingk3y-0123456789', account: 'acme', serviceName: 'Web' },
  OPSGENIE: { name: 'Ops', apiKey: 'geniekey-abcdef', region: 'EU', priority: 'P1' },
} as const satisfies Record<ChannelType, object>

/** A new channel with nothing but defaults, unless told; the answer to its creation. */
export async function createChannel(
  api: ApiUnderTest,
  body: object = {},
  options: CallOptions = {},
): Promise<Answer> {
  const slack = { type: 'SLACK', config: goodConfigs.SLACK }
  const answer = await api.call('POST', channelsPath, { ...options, body: { ...slack, ...body } })
  assert.equal(answer.status, 201, answer.text)
  return answer
}

/** The same configurations as answers show them. */
export const shownConfigs: Readonly<Record<ChannelType, object>> = {
  ...goodConfigs,
  SLACK: { url: 'https://hooks.example.net/***efgh', channel: '#alerts' },
  WEBHOOK: {
    ...goodConfigs.WEBHOOK,
    url: 'https://relay.example.net/***path',
    headers: [{ key: 'authorization', value: '***open', locked: true }],
    queryParameters: [
      { key: 'token', value: '***alue', locked: true },
      { key: 'team', value: 'blue', locked: false },
    ],
    webhookSecret: '***1234',
  },
  PAGERDUTY: { ...goodConfigs.PAGERDUTY, serviceKey: '***6789' },
  OPSGENIE: { ...goodConfigs.OPSGENIE, apiKey: '***cdef' },
}

/** The configuration of a channel as it is stored. */
export async function storedConfig(api: ApiUnderTest, id: number): Promise<Record<string, unknown>> {
  const row = await findChannelById(api.store.read, id)
  assert.ok(row)
  return JSON.parse(api.store.sealer.open(row.sealedConfig, channelSealContext(api.accountId)))
}

export async function makeChannel(
  api: ApiUnderTest,
  body: object = {},
  options: CallOptions = {},
): Promise<number> {
  return Number((await createChannel(api, body, options)).at('id'))
}
