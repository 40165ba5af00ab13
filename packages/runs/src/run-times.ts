import { minuteMs } from '@sonde/ground/durations.ts'
import type { AgentTimes } from './agents/agent-service.ts'

/** Every duration of the protocol between service and agents, in one place so that tests can shorten them. */
export type RunTimes = AgentTimes & {
  /** How long a run waits for an agent before it is dropped. */
  expiryMs: number
  /** How long a location with checks may be without a sign of an agent. */
  silenceMs: number
}

export const runTimes: RunTimes = {
  leaseMs: minuteMs,
  renewMs: 20_000,
  pollMs: 20_000,
  heartbeatMs: 30_000,
  expiryMs: 6 * minuteMs,
  silenceMs: 10 * minuteMs,
}
