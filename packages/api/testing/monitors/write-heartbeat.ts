import assert from 'node:assert/strict'
import type { ApiUnderTest, CallOptions } from '../api-under-test.ts'
import type { Answer } from '../http-client.ts'

const tenMinutes = { period: 10, periodUnit: 'minutes', grace: 5, graceUnit: 'minutes' }
export const smallestHeartbeat = { name: 'Nightly backup', heartbeat: tenMinutes }

/** As many fields as a heartbeat monitor can have now. */
export const richHeartbeat = {
  ...smallestHeartbeat,
  tags: ['a'],
  locations: ['eu-west-1'],
  description: 'd',
  groupOrder: 1,
  alertSettings: { escalationType: 'TIME_BASED', timeBasedEscalation: { minutesFailingThreshold: 5 } },
  intent: { goal: 'g', requiredOutcomes: ['r'], mustPreserve: ['m'] },
  aiAutoRepairEnabled: true,
  frequency: 10,
  request: {},
  script: null,
}

type Body = Readonly<Record<string, unknown>>

/** A new heartbeat monitor, every ten minutes with five minutes of grace unless told. */
export async function makeHeartbeat(
  api: ApiUnderTest,
  body: Body = {},
  options: CallOptions = {},
): Promise<{ id: string; pingToken: string }> {
  const answer = await api.call('POST', '/v1/checks/heartbeat', {
    ...options,
    body: { ...smallestHeartbeat, ...body },
  })
  assert.equal(answer.status, 201, answer.text)
  return { id: answer.textAt('id'), pingToken: answer.textAt('heartbeat.pingToken') }
}

/** As a job pings: without a key. */
export function sendPing(
  api: ApiUnderTest,
  token: string,
  options: CallOptions & { method?: string } = {},
): Promise<Answer> {
  return api.call(options.method ?? 'GET', `/ping/${token}`, { key: null, account: null, ...options })
}
