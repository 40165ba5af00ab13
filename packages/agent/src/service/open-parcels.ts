import type { RunAssignment } from '@sonde/schema/agents/agent-protocol.ts'

type Parcel = {
  readonly size: number
  /** The leases of which the service has heard no end. */
  readonly open: Set<string>
  released: number
}

/** One message may name so many. */
const mostPerMessage = 1_000

/**
 * The parcels that runs came in, until all of their runs are over: then the service is told, with the last result or the
 * next renewal. One of which a run may have to be made again is never told: the service hands it out once more.
 */
export function createOpenParcels() {
  const parcels = new Map<string, Parcel>()
  const parcelOf = new Map<string, string>()
  /** Over without a result that could tell of it. */
  const finished = new Set<string>()

  function close(leaseId: string): { token: string; parcel: Parcel } | null {
    const token = parcelOf.get(leaseId)
    const parcel = token === undefined ? undefined : parcels.get(token)
    if (token === undefined || parcel === undefined) return null
    parcel.open.delete(leaseId)
    parcelOf.delete(leaseId)
    if (parcel.open.size === 0) parcels.delete(token)
    return { token, parcel }
  }

  return {
    add(runs: readonly RunAssignment[]): void {
      for (const [token, ofParcel] of Map.groupBy(runs, ({ parcel }) => parcel)) {
        if (token === undefined) continue
        const open = new Set(ofParcel.map(({ leaseId }) => leaseId))
        parcels.set(token, { size: open.size, open, released: 0 })
        for (const leaseId of open) parcelOf.set(leaseId, token)
      }
    },

    /** The parcels that are over when the service has the results of these leases, and those that are over already. */
    doneWith(leaseIds: readonly string[]): string[] {
      const counts = new Map<string, number>()
      for (const leaseId of leaseIds) {
        const token = parcelOf.get(leaseId)
        if (token !== undefined) counts.set(token, (counts.get(token) ?? 0) + 1)
      }
      const done = [...finished]
      for (const [token, count] of counts) if (parcels.get(token)?.open.size === count) done.push(token)
      return done.slice(0, mostPerMessage)
    },

    /**
     * The service has the results of these leases, or wants none: nobody has to make the runs again. `done` is what the
     * same message has said.
     */
    noteOver(leaseIds: readonly string[], done: readonly string[]): void {
      for (const leaseId of leaseIds) {
        const closed = close(leaseId)
        if (closed?.parcel.open.size === 0) finished.add(closed.token)
      }
      for (const token of done) finished.delete(token)
    },

    /** The service has taken these runs back. It knows of a parcel that came back whole. */
    noteReleased(leaseIds: readonly string[]): void {
      for (const leaseId of leaseIds) {
        const closed = close(leaseId)
        if (closed === null) continue
        closed.parcel.released += 1
        const { open, released, size } = closed.parcel
        if (open.size === 0 && released < size) finished.add(closed.token)
      }
    },

    /** Nobody will ever have the result of this run from here. */
    giveUp(leaseId: string): void {
      const token = parcelOf.get(leaseId)
      const parcel = token === undefined ? undefined : parcels.get(token)
      if (token === undefined || parcel === undefined) return
      for (const each of parcel.open) parcelOf.delete(each)
      parcels.delete(token)
    },
  }
}

export type OpenParcels = ReturnType<typeof createOpenParcels>
