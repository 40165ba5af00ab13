import { secondMs } from '@sonde/ground/durations.ts'

/** How long servers that share the schedule wait for each other. */
export type ClusterTimes = {
  /** How often a server says that it is there and renews its leases. */
  beatMs: number
  /** The same while it has no shard. */
  idleBeatMs: number
  /** How long a lease lasts, from the beat. */
  leaseMs: number
  /** By its own steady clock a server dispatches nothing so long after the last beat that it sent and got an answer to. */
  ownEndMs: number
  /** Whoever was silent for longer is not there. */
  livingMs: number
  /** Anybody takes what nobody has had for so long. */
  freeMs: number
  /** A slot that could not be started within this time is missed. */
  latestMs: number
  /** Without NATS for longer, a server leaves the schedule and agents to others. */
  withoutNatsMs: number
}

export const clusterTimes: ClusterTimes = {
  beatMs: 2 * secondMs,
  idleBeatMs: secondMs,
  leaseMs: 6 * secondMs,
  ownEndMs: 5.5 * secondMs,
  livingMs: 6 * secondMs,
  freeMs: 3 * secondMs,
  latestMs: 15 * secondMs,
  withoutNatsMs: 3 * secondMs,
}
