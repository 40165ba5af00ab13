import { createLoopWatch } from '@sonde/probes/loop-watch.ts'
import type { ProbeContext, RunConditions } from '@sonde/probes/probe.ts'
import { createNameResolver } from '@sonde/probes/resolve-name.ts'

type NetworkContext = Pick<
  ProbeContext,
  'resolveName' | 'resolveProxy' | 'loop' | 'now' | 'authorities' | keyof RunConditions
>

/**
 * What a probe works with in a test: names under `localhost` and nothing else, since the DNS server that it would
 * ask is a closed port of this machine.
 */
export function probeContext(fields: Partial<NetworkContext> = {}): NetworkContext {
  const resolve = createNameResolver({
    servers: ['127.0.0.1:1'],
    hostsFile: '/dev/null',
    // As if other names were answered: a name that is not found is then the fault of its own servers.
    witness: { noteReply: () => undefined, isSilentAboutAll: async () => false },
  })
  return {
    resolveName: resolve,
    resolveProxy: resolve,
    loop: createLoopWatch(),
    now: Date.now,
    authorities: [],
    signal: new AbortController().signal,
    proxy: null,
    clientCertificates: [],
    isRequested: false,
    ...fields,
  }
}
