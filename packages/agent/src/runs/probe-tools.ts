import { createTraceroute } from '@sonde/probes/traceroute/create-traceroute.ts'
import { denyTargets } from '@sonde/probes/denied-targets.ts'
import type { IcmpEngine } from '@sonde/probes/icmp-engine/ping-run.ts'
import { createLoopWatch } from '@sonde/probes/loop-watch.ts'
import type { AgentTools } from '@sonde/probes/probe.ts'
import { createResolverWitness } from '@sonde/probes/dns-client/resolver-witness.ts'
import { createNameResolver, createResolverSilence } from '@sonde/probes/resolve-name.ts'
import { createReverseLookup } from '@sonde/probes/reverse-lookup.ts'
import type { ServiceTime } from '../service/service-time.ts'

/** What the probes of an agent work with, wherever the agent runs. */
export function createProbeTools({
  engine,
  time,
  settings,
}: {
  engine: IcmpEngine
  time: ServiceTime
  settings: {
    usesOsResolver: boolean
    /** Addresses and ranges. */
    deniedTargets: readonly string[]
    deniesMetadata: boolean
    authorities: readonly string[]
    dnsResolvers: readonly string[]
  }
}): AgentTools {
  const { usesOsResolver, deniedTargets, deniesMetadata, authorities, dnsResolvers } = settings
  const witness = createResolverWitness()
  const resolve = createNameResolver({ useOsResolver: usesOsResolver, witness })
  return {
    icmp: engine,
    traceroute: createTraceroute(),
    resolveName: denyTargets(resolve, { ranges: deniedTargets, metadata: deniesMetadata }),
    isResolverSilent: createResolverSilence(witness),
    resolveProxy: resolve,
    findNames: createReverseLookup(),
    loop: createLoopWatch(),
    now: time.now,
    authorities,
    dnsResolvers,
  }
}
