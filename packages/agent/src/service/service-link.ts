import type { Clock } from '@sonde/ground/clock.ts'
import type { ServiceTime } from './service-time.ts'
import { TransportFailure, type AgentTransport } from './transport.ts'

/** The transport, with an eye on every call: when we last spoke, when we were last answered, what time it is there. */
export function createServiceLink(deps: {
  transport: AgentTransport
  clock: Clock
  time: ServiceTime
  onContact: () => void
  onUnauthorized: (failure: TransportFailure) => void
  /** The service does not know this agent any more. Not told of leases: whoever leases registers again by itself. */
  onForgotten: () => void
}) {
  const { transport, clock, time, onContact, onUnauthorized, onForgotten } = deps
  let lastSentMs = performance.now()
  let lastContact: { at: number; ms: number } | null = null

  async function call<T extends { serverTime: number } | void>(send: () => Promise<T>): Promise<T> {
    lastSentMs = performance.now()
    try {
      const answer = await send()
      lastContact = { at: clock.now(), ms: performance.now() }
      if (answer !== undefined) time.note(answer.serverTime)
      onContact()
      return answer
    } catch (error) {
      if (error instanceof TransportFailure) {
        if (error.kind === 'unauthorized') onUnauthorized(error)
      }
      throw error
    }
  }

  async function callAsKnown<T extends { serverTime: number } | void>(send: () => Promise<T>): Promise<T> {
    try {
      return await call(send)
    } catch (error) {
      if (error instanceof TransportFailure && error.status === 404) onForgotten()
      throw error
    }
  }

  // Their refusals speak of the file, and not of the agent.
  const watched: AgentTransport = {
    fetchCode: (file, signal) => transport.fetchCode(file, signal),
    storeGolden: (order, body, signal) => transport.storeGolden(order, body, signal),
    fetchBundle: (file, signal) => transport.fetchBundle(file, signal),
    dependencies: transport.dependencies,
    sendArtifact: (order, body, signal) => transport.sendArtifact(order, body, signal),
    register: (body) => call(() => transport.register(body)),
    lease: (body, signal) => call(() => transport.lease(body, signal)),
    renew: (body) => callAsKnown(() => transport.renew(body)),
    release: (body) => callAsKnown(() => transport.release(body)),
    sendResults: (body) => callAsKnown(() => transport.sendResults(body)),
    heartbeat: (body, signal) => callAsKnown(() => transport.heartbeat(body, signal)),
    sendEvents: (body) => callAsKnown(() => transport.sendEvents(body)),
    sendDiagnostics: (body) => callAsKnown(() => transport.sendDiagnostics(body)),
    sendLog: (body) => callAsKnown(() => transport.sendLog(body)),
  }

  return {
    transport: watched,
    sinceSentMs: () => performance.now() - lastSentMs,
    sinceContactMs: () => (lastContact === null ? null : performance.now() - lastContact.ms),
    lastContactAt: () => lastContact?.at ?? null,
  }
}
