import type { IpFamily } from '@sonde/schema/check-types/ip-family.ts'
import type { NotRunCause } from '@sonde/schema/runs/outcome.ts'
import type { RunVerdict } from '@sonde/schema/runs/verdict.ts'

/** What becomes of a measurement. */
export type Evaluation<Detail> = {
  verdict: RunVerdict
  detail: Detail
  /** Why there is no verdict; null when there is one. */
  notRunCause: NotRunCause | null
  /** The address that was looked at, or the name when no address was found; null when neither is known. */
  target: string | null
  /** Where the network failed, for whoever wants to look closer; absent when there is nothing to look at. */
  failedAt?: { host: string; address: string; port: number; family: IpFamily }
}
