import type { DataCenterLocation } from '@sonde/schema/agents/location.ts'

/**
 * Of the locations of one check, those that this server stands in for are one place. It has the code of this server
 * where the check names it by that, and else of the first of them.
 */
export function standInPlace(standIns: ReadonlySet<string>, ownCode: string) {
  const members = new Set<string>()
  return {
    /** Where the figures of a location are counted. */
    placeOf(location: string): string {
      if (!standIns.has(location)) return location
      members.add(location)
      return standInKey
    },
    isStandIn: (place: string) => place === standInKey,
    /** By which a place is called in an answer. */
    codeOf(place: string): string {
      if (place !== standInKey) return place
      return members.has(ownCode) ? ownCode : ([...members].toSorted()[0] ?? ownCode)
    },
  }
}

/** No code and no slug. */
const standInKey = '*'

/** The locations without an agent of their own, whose checks this server runs: all of them are one place. */
export type StandIns = {
  /** The code by which this server is named. */
  location: DataCenterLocation
  /** Those that it stands in for now. */
  locations(): Promise<readonly DataCenterLocation[]>
}
