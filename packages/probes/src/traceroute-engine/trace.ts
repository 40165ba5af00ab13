import type { IpFamily } from '@sonde/schema/check-types/ip-family.ts'
import type { TraceProtocol, TruncationReason } from '@sonde/schema/check-types/traceroute/traceroute-path.ts'

export type TraceRequest = {
  /** An address, not a name. */
  address: string
  family: IpFamily
  protocol: TraceProtocol
  /** Of no meaning to ICMP. */
  port: number
  maxHops: number
  /** After so many silent hops in a row nobody is asked any more. */
  maxUnknownHops: number
  timeoutMs: number
  signal?: AbortSignal
}

export type TracedHop = {
  /** Probes that were answered or waited for long enough. */
  sent: number
  /** In the order of the probes. */
  answers: readonly { address: string; rttMs: number; isTarget: boolean }[]
}

export type Trace = {
  /** From the first hop to the target, or to the last hop that answered. */
  hops: readonly TracedHop[]
  /** How many hops were looked at, silent ones at the end included. */
  triedHops: number
  reason: TruncationReason
  /** Our own system would not send: no route, a firewall. `errno` is positive, `code` its name. */
  refusal: { code: string; errno: number } | null
  /** What our own delay added to a time of the target, or would have added; null without an answer of it. */
  noiseMs: number | null
  /** Every time of the target was taken by the kernel at both ends. */
  hasKernelTimes: boolean
}

export type TracerouteCapability = {
  /** False where there is no engine for the operating system: every trace is refused. */
  isSupported: boolean
  /** Whether TCP and SCTP can be traced, which takes raw sockets. */
  hasRawSockets: boolean
  /** For each missing right, what it is for and how it is granted. */
  missing: readonly string[]
}

export type Tracer = {
  /** Rejects with `TracerouteSocketError`, with `TracerouteEngineError`, or with the signal's reason. */
  trace(request: TraceRequest): Promise<Trace>
  /** Open traces are rejected. */
  close(): Promise<void>
}

export type TracerouteEngine = Tracer & { readonly capability: TracerouteCapability }

export type TracerouteEngineOptions = {
  /** How long each probe may wait for its answer. */
  waitMs?: number
  /** Traces at the same time; further ones wait for their turn. */
  mostTraces?: number
}

/** The engine could not finish the trace; says nothing about the target. */
export class TracerouteEngineError extends Error {
  override name = 'TracerouteEngineError'
}

/** No socket for this protocol and family: EPERM, or EAFNOSUPPORT where the system has no such family at all. */
export class TracerouteSocketError extends Error {
  override name = 'TracerouteSocketError'
  readonly code: 'EPERM' | 'EAFNOSUPPORT'

  constructor(code: 'EPERM' | 'EAFNOSUPPORT', message: string) {
    super(message)
    this.code = code
  }
}
