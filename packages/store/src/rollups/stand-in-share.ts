/** How much of what a rollup counts was run by this server in place of an agent of the location. */
export type StandInShare = 'none' | 'all' | 'some'

/** As it is stored; null where it is not known. */
const shares: readonly StandInShare[] = ['none', 'all', 'some']

export function readShare(stored: number | null): StandInShare | null {
  return stored === null ? null : (shares[stored] ?? null)
}

export function storedShare(share: StandInShare | null): number | null {
  return share === null ? null : shares.indexOf(share)
}

/** Of one run: null where it is not known, and where a rollup holds runs of both. */
export function isStandInShare(share: StandInShare | null): boolean | null {
  return share === null || share === 'some' ? null : share === 'all'
}

/** Of runs together. One of which it is not known cannot be added to one of which it is. */
export function shareOfRuns(runs: readonly { isStandIn: boolean | null }[]): StandInShare | null {
  const kinds = new Set(runs.map(({ isStandIn }) => isStandIn))
  if (kinds.size > 1) return 'some'
  const [isStandIn = null] = kinds
  return isStandIn === null ? null : isStandIn ? 'all' : 'none'
}

/** Of the hours of a day, in the same way. */
export function shareOfHours(
  hours: readonly { runs: number; standIns: StandInShare | null }[],
): StandInShare | null {
  const counted = new Set(hours.filter(({ runs }) => runs > 0).map(({ standIns }) => standIns))
  const [first = null] = counted
  return counted.size > 1 ? 'some' : first
}
