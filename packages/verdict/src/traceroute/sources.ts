import type { Assertion } from '@sonde/schema/check-types/assertion.ts'
import type { TracerouteResponse } from '@sonde/schema/check-types/traceroute/result.ts'
import type { FoundValue } from '../comparison.ts'

const aggregates = ['avg', 'min', 'max', 'stdDev'] as const

/** What the assertions of a traceroute monitor look at; times are shorter by `lessMs`. */
export function findInTraceroute(
  response: TracerouteResponse,
  lessMs: number,
): (assertion: Assertion) => FoundValue {
  return ({ source, property }) => {
    switch (source) {
      case 'RESPONSE_TIME':
        return findLatency(response, property, lessMs)
      case 'HOP_COUNT':
        return { kind: 'one', value: response.totalHops }
      case 'PACKET_LOSS':
        return findLoss(response)
      default:
        return { kind: 'unreadable', why: `a traceroute monitor has no source "${source}"` }
    }
  }
}

function findLatency({ finalHopLatency }: TracerouteResponse, property: string, lessMs: number): FoundValue {
  const aggregate = aggregates.find((name) => name.toLowerCase() === property.toLowerCase())
  if (aggregate === undefined) return { kind: 'unreadable', why: `the response time has no "${property}"` }
  if (finalHopLatency === undefined) return { kind: 'missing' }
  const value = finalHopLatency[aggregate]
  // A delay that all times share moves none of them against the others.
  return { kind: 'one', value: aggregate === 'stdDev' ? value : Math.max(0, value - lessMs) }
}

/** Of the target: what a router on the way lost says nothing about a target that did not answer. */
function findLoss({ destinationReached, hops }: TracerouteResponse): FoundValue {
  const last = destinationReached ? hops.at(-1) : undefined
  return last === undefined ? { kind: 'missing' } : { kind: 'one', value: last.loss_percentage }
}
