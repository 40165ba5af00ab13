import type { IpFamily } from '@sonde/schema/check-types/ip-family.ts'

export type PingTarget = { address: string; family: IpFamily; count: number; signal?: AbortSignal }

/** What became of one echo request. */
export type Ping =
  | { sequence: number; kind: 'reply'; rttMs: number; ttl: number | null; type: number; code: number }
  /** A router, or the host itself, answered with an ICMP error. */
  | { sequence: number; kind: 'error'; type: number; code: number }
  /** The kernel did not send it: no route, a firewall. `errno` is positive, `code` its name. */
  | { sequence: number; kind: 'refused'; errno: number; code: string }
  | { sequence: number; kind: 'lost' }

export type PingRun = {
  /** In order of sequence, one entry per ping. */
  pings: Ping[]
  /**
   * With kernel times: the largest amount by which a round trip of this run would have come out longer, had its
   * times been taken by our own thread. Without them: the longest that a reply of this run may have waited for our
   * thread. Null when there was no reply, or nothing is known.
   */
  noiseMs: number | null
  /** Both times of every reply were taken by the kernel. False when a clock step spoilt one of them. */
  hasKernelTimes: boolean
}

export type SocketKind = 'datagram' | 'raw' | 'none'

export type IcmpCapability = {
  ipv4: SocketKind | 'system-ping'
  ipv6: SocketKind | 'system-ping'
  kernelTimestamps: boolean
  /** For each missing right, what it is and the command that grants it. */
  missing: string[]
}

export type IcmpEngine = {
  /** As it is now: a right that is granted later is found by the next ping. */
  readonly capability: IcmpCapability
  /** Rejects with `IcmpSocketError`, with `IcmpEngineError`, or with the signal's reason. */
  ping(target: PingTarget): Promise<PingRun>
  /** Open runs are rejected. */
  close(): Promise<void>
}

/** The engine could not finish the run; says nothing about the target. */
export class IcmpEngineError extends Error {
  override name = 'IcmpEngineError'
}

/** No socket for this family: EPERM, or EAFNOSUPPORT where the system has no such family at all. */
export class IcmpSocketError extends Error {
  override name = 'IcmpSocketError'
  readonly code: 'EPERM' | 'EAFNOSUPPORT'

  constructor(code: 'EPERM' | 'EAFNOSUPPORT', message: string) {
    super(message)
    this.code = code
  }
}
