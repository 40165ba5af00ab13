import type { TracerouteDocument, TracerouteRunConfig } from '@sonde/schema/check-types/traceroute/result.ts'
import type { Measurement } from '../src/probe.ts'

/** A traceroute monitor without limits and assertions; names of hops are not looked up. */
export function tracerouteConfig(request: Partial<TracerouteRunConfig['request']>): TracerouteRunConfig {
  return {
    request: {
      url: '127.0.0.1',
      protocol: 'UDP',
      ipFamily: 'IPv4',
      maxHops: 30,
      ptrLookup: false,
      timeout: 10,
      assertions: [],
      ...request,
    },
    shouldFail: false,
    degradedResponseTime: null,
    maxResponseTime: null,
  }
}

/** The document of a trace that ended so; throws with what came instead. */
export function tracedDocument(
  { outcome }: Measurement<TracerouteDocument>,
  kind: 'answered' | 'unreachable',
): TracerouteDocument['response'] {
  if (outcome.kind !== kind || outcome.document === null) {
    throw new Error(`the trace is not ${kind}: ${JSON.stringify(outcome)}`)
  }
  return outcome.document.response
}
