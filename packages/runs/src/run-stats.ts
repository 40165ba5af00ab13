import type { LeaseFigures } from './cluster/cluster-leases.ts'
import type { ParcelFigures } from './queue/run-queue.ts'
import type { IntakeFigures } from './results/intake-gate.ts'
import type { DispatchFigures } from './schedule/dispatch-figures.ts'

/** For those who operate the server; counted since it started. */
export type RunStats = {
  queued: number
  inflight: number
  stored: number
  /** Results that wait for the database, and how many were sent back because too many did. */
  intake: IntakeFigures
  /** Results that were stored before, such as those that an agent has sent twice. */
  duplicates: number
  dropped: number
  /** Runs over which three agents were lost. */
  agentLost: number
  checks: number
  dispatch: DispatchFigures
  /** Null where runs wait in memory. */
  parcels: ParcelFigures | null
  /** What this server has of the schedule that several share; null where it runs all checks. */
  shards: (LeaseFigures & { fenced: number; unpublished: number }) | null
  /** How many runs each agent holds; one that holds none is left out. */
  heldByAgent(): Promise<ReadonlyMap<string, number>>
}
