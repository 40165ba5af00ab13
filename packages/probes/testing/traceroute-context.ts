import type { ProbeContext } from '@sonde/probes/probe.ts'
import { probeContext } from './probe-context.ts'

type TracerouteContext = Pick<ProbeContext, 'traceroute' | 'findNames' | 'resolveName' | 'now' | 'signal'>

/** What the probe works with in a test: names under `localhost`, and none for any address. */
export function tracerouteContext(
  fields: Pick<TracerouteContext, 'traceroute'> & Partial<TracerouteContext>,
): TracerouteContext {
  return {
    findNames: () => Promise.resolve(new Map<string, string>()),
    resolveName: probeContext().resolveName,
    now: Date.now,
    signal: new AbortController().signal,
    ...fields,
  }
}
