import type { ProbeContext } from '@sonde/probes/probe.ts'
import { createNameResolver } from '@sonde/probes/resolve-name.ts'

type TracerouteContext = Pick<ProbeContext, 'traceroute' | 'findNames' | 'resolveName' | 'now' | 'signal'>

/** What the probe works with in a test: names under `localhost`, and none for any address. */
export function tracerouteContext(
  fields: Pick<TracerouteContext, 'traceroute'> & Partial<TracerouteContext>,
): TracerouteContext {
  return {
    findNames: () => Promise.resolve(new Map<string, string>()),
    resolveName: createNameResolver({ servers: ['127.0.0.1:1'], hostsFile: '/dev/null' }),
    now: Date.now,
    signal: new AbortController().signal,
    ...fields,
  }
}
