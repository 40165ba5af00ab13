import type { IcmpDocument, PingResult } from '@sonde/schema/check-types/icmp/result.ts'
import type { Ping } from '../icmp-engine/ping-run.ts'

type PingFigures = Pick<
  IcmpDocument,
  'packetsSent' | 'packetsReceived' | 'packetLoss' | 'latency' | 'pingResults'
>

/** A refused ping counts as sent: it is no less lost. */
export function summarizePings(pings: readonly Ping[]): PingFigures {
  const times = pings.flatMap((ping) => (ping.kind === 'reply' ? [ping.rttMs] : []))
  return {
    packetsSent: pings.length,
    packetsReceived: times.length,
    packetLoss: pings.length === 0 ? 0 : (100 * (pings.length - times.length)) / pings.length,
    latency: summarizeTimes(times),
    pingResults: pings.map(toPingResult).toSorted((a, b) => a.sequence - b.sequence),
  }
}

/** No reply, no number. */
function summarizeTimes(times: readonly number[]): IcmpDocument['latency'] {
  if (times.length === 0) return { avg: null, min: null, max: null, stdDev: null }
  const avg = times.reduce((sum, time) => sum + time, 0) / times.length
  const squares = times.reduce((sum, time) => sum + (time - avg) ** 2, 0)
  return {
    avg,
    min: Math.min(...times),
    max: Math.max(...times),
    stdDev: times.length === 1 ? 0 : Math.sqrt(squares / (times.length - 1)),
  }
}

function toPingResult(ping: Ping): PingResult {
  const { sequence } = ping
  switch (ping.kind) {
    case 'reply': {
      const { type, code, rttMs: rtt, ttl } = ping
      return { sequence, type, code, success: true, rtt, ...(ttl === null ? {} : { ttl }) }
    }
    case 'error':
      return { sequence, type: ping.type, code: ping.code, success: false }
    case 'refused':
    case 'lost':
      return { sequence, success: false }
    default:
      return ping satisfies never
  }
}
