import type { ApiUnderTest } from '../api-under-test.ts'
import type { Sample } from './operation-sample.ts'
import { makeHeartbeat, richHeartbeat, sendPing } from '../monitors/write-heartbeat.ts'

/** One good request for every operation about heartbeats. */
export function heartbeatSamples(api: ApiUnderTest): Record<string, () => Promise<Sample>> {
  const heartbeat = async (): Promise<Sample> => {
    const { id, pingToken } = await makeHeartbeat(api)
    await sendPing(api, pingToken)
    return { values: { id, checkId: id, token: pingToken } }
  }
  const heartbeatEvent = async (): Promise<Sample> => {
    const { values = {} } = await heartbeat()
    const events = await api.call('GET', `/v1/checks/heartbeats/${values['checkId']}/events`)
    return { values: { ...values, id: events.textAt('0.events.0.id') } }
  }

  return {
    postV1ChecksHeartbeat: async () => ({ body: richHeartbeat }),
    putV1ChecksHeartbeatId: async () => ({ ...(await heartbeat()), body: { muted: true } }),
    patchV1ChecksHeartbeatId: async () => ({ ...(await heartbeat()), body: { heartbeat: { period: 20 } } }),
    getPingToken: heartbeat,
    postPingToken: heartbeat,
    getV1ChecksHeartbeatsCheckidEvents: async () => ({
      ...(await heartbeat()),
      query: '?limit=5&startTime=0',
    }),
    getV1ChecksHeartbeatsCheckidEventsId: heartbeatEvent,
    getV1ChecksHeartbeatsCheckidAvailability: heartbeat,
    getV1AnalyticsHeartbeatchecksId: async () => ({
      ...(await heartbeat()),
      query: '?metrics=availability',
      hasOwnLimit: true,
    }),
  }
}
