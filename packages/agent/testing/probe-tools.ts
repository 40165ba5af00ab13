import type { IcmpEngine } from '@sonde/probes/icmp-engine/ping-run.ts'
import type { AgentTools, RunConditions } from '@sonde/probes/probe.ts'
import { createProbeTools } from '@sonde/agent/probe-tools.ts'
import { createServiceTime } from '@sonde/agent/service-time.ts'
import { systemClock } from '@sonde/schema/clock.ts'

/** The tools of an agent without settings of its own. */
export function toolsWith(engine: IcmpEngine): AgentTools {
  const log = { info() {}, warn() {}, error() {}, debug() {} }
  return createProbeTools({
    engine,
    time: createServiceTime({ clock: systemClock, log }),
    settings: { usesOsResolver: false, deniedTargets: [], authorities: [], dnsResolvers: ['system'] },
  })
}

export function plainConditions(): RunConditions {
  return { signal: new AbortController().signal, proxy: null, clientCertificates: [] }
}
