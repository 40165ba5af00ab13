import type { Socket } from 'node:net'
import type { IpFamily } from '@sonde/schema/check-types/ip-family.ts'
import type { ProbeError } from '@sonde/schema/runs/outcome.ts'

export type ConnectionTarget = {
  host: string
  port: number
  family: IpFamily
  /**
   * For the connection itself, the tunnel through a proxy included; names have 5 s of their own. Infinity: the
   * deadline of the whole attempt ends this too, by an abort.
   */
  connectMs: number
}

export type Connection = {
  socket: Socket
  /** Of the target; null behind a proxy, which alone knows it. */
  address: string | null
  port: number
  dnsMs: number
  connectMs: number
}

export type Opening =
  | { kind: 'open'; connection: Connection }
  /** `dnsMs` is null when the name was not resolved. */
  | {
      kind: 'failed'
      error: ProbeError
      stage: 'dns' | 'connect'
      address: string | null
      dnsMs: number | null
    }
