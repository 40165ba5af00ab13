import type { Outcome } from '@sonde/schema/outcome.ts'
import type { IcmpEngine } from './icmp-engine/ping-run.ts'
import type { ResolveName } from './resolve-name.ts'

/** What probes work with. Aborting `signal` ends the attempt as not-run. */
export type ProbeContext = {
  icmp: IcmpEngine
  resolveName: ResolveName
  signal: AbortSignal
}

/** What was found, and how far its times can be trusted. Judging is somebody else's work. */
export type Measurement<Document> = {
  outcome: Outcome<Document>
  /** What our own delay added to the times, or would have added; null when unknown or nothing was measured. */
  noiseMs: number | null
  /** The times are free of our own delay, because the kernel took them. */
  hasKernelTimes: boolean
}

/** Every check type has one. Never rejects: our own trouble is an outcome too. */
export type Probe<Config, Document> = (
  config: Config,
  context: ProbeContext,
) => Promise<Measurement<Document>>
