import type { DataCenterLocation } from '@sonde/schema/agents/location.ts'
import type { ServedBy } from '@sonde/schema/agents/served-by.ts'

/**
 * Of the locations of one check, those that this server stood in for are one place: by what each result says of who ran it,
 * and where it does not say, by who serves the location now. The place has the code of this server where the check names
 * it by that, and else of the first of them.
 */
export function standInPlace(standIns: ReadonlySet<string>, ownCode: string) {
  const members = new Set<string>()
  return {
    /** Where the figures of a location are counted. `isStandIn`: what the results say; null where they do not. */
    placeOf(location: string, isStandIn: boolean | null = null): string {
      if (!(isStandIn ?? standIns.has(location))) return location
      members.add(location)
      return standInKey
    },
    isStandIn: (place: string) => place === standInKey,
    /** By which a place is called in an answer. */
    codeOf(place: string): string {
      if (place !== standInKey) return place
      return members.has(ownCode) ? ownCode : ([...members].toSorted()[0] ?? ownCode)
    },
    /** The place that somebody means by a code: an agent of the location, or this server. */
    placeNamed: (servedBy: ServedBy, code: string) => (servedBy === 'STAND_IN' ? standInKey : code),
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
