import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import type { IcmpEngine } from '@sonde/probes/icmp-engine/ping-run.ts'
import type { AgentTools, RunConditions } from '@sonde/probes/probe.ts'
import { createProbeTools } from '@sonde/agent/runs/probe-tools.ts'
import { createServiceTime } from '@sonde/agent/service/service-time.ts'
import { systemClock } from '@sonde/ground/clock.ts'

/** The tools of an agent without settings of its own. */
export function toolsWith(engine: IcmpEngine): AgentTools {
  return createProbeTools({
    engine,
    time: createServiceTime({ clock: systemClock, log: silentLogger }),
    settings: {
      usesOsResolver: false,
      deniedTargets: [],
      deniesMetadata: false,
      authorities: [],
      dnsResolvers: ['system'],
    },
  })
}

export function plainConditions(): RunConditions {
  return { signal: new AbortController().signal, proxy: null, clientCertificates: [], isRequested: false }
}
