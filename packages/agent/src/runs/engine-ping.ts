import { isIPv6 } from 'node:net'
import type { IcmpEngine } from '@sonde/probes/icmp-engine/ping-run.ts'
import type { Ping } from '../witnesses/witness.ts'

/** Pings witnesses through the engine that the probes use. */
export function pingThrough(engine: Pick<IcmpEngine, 'ping'>): Ping {
  return async (address, timeoutMs) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const family = isIPv6(address) ? 'IPv6' : 'IPv4'
    try {
      const { pings } = await engine.ping({ address, family, count: 1, signal })
      return pings.some(({ kind }) => kind === 'reply')
    } catch (error) {
      // Too late, or no right to ping: either way this witness has not answered.
      if (error instanceof Error) return false
      throw error
    }
  }
}
