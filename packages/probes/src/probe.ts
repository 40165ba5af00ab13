import type { RunCertificate } from '@sonde/schema/agents/agent-protocol.ts'
import type { Outcome } from '@sonde/schema/runs/outcome.ts'
import type { IcmpEngine } from './icmp-engine/ping-run.ts'
import type { LoopWatch } from './loop-watch.ts'
import type { ResolveName } from './resolve-name.ts'
import type { FindNames } from './reverse-lookup.ts'
import type { TracerouteEngine } from './traceroute-engine/trace.ts'

/** What probes work with. Aborting `signal` ends the attempt as not-run. */
export type ProbeContext = AgentTools & RunConditions

/** What every run of an agent shares. */
export type AgentTools = {
  icmp: IcmpEngine
  traceroute: TracerouteEngine
  /** Refuses addresses that the operator of the agent denies. */
  resolveName: ResolveName
  /** Whether no DNS server says anything at this moment, of whatever name. */
  isResolverSilent(): Promise<boolean>
  /** Of the proxy of a location, which the operator chose and may put where no target is allowed. */
  resolveProxy: ResolveName
  /** Of hops that answered a trace: for people, never part of a verdict. */
  findNames: FindNames
  loop: LoopWatch
  /** Of the service, which is right when the clock of this machine is not: certificates are checked against it. */
  now(): number
  /** PEM texts that are trusted beside the ones that Node brings along. */
  authorities: readonly string[]
  /** Of DNS monitors that name no server: `host[:port]` or `system`. */
  dnsResolvers: readonly string[]
}

/** What belongs to one run. */
export type RunConditions = {
  signal: AbortSignal
  /** Somebody asked for this run and will look at it. */
  isRequested: boolean
  /** Of the location; null: straight to the target. */
  proxy: URL | null
  /** The oldest first. */
  clientCertificates: readonly RunCertificate[]
}

/** What was found, and how far its times can be trusted. Evaluating it is the work of `verdict`. */
export type Measurement<Document> = {
  outcome: Outcome<Document>
  /** What our own delay added to the times, or would have added; null when unknown or nothing was measured. */
  noiseMs: number | null
  /** The times are free of our own delay, because the kernel took them. */
  hasKernelTimes: boolean
}

/** Every check type has one. Never rejects: our own trouble is an outcome too. */
export type Probe<Config, Document, Needed extends keyof ProbeContext = keyof ProbeContext> = (
  config: Config,
  context: Pick<ProbeContext, Needed>,
) => Promise<Measurement<Document>>
