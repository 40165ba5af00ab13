import { dataCenterName } from '@sonde/schema/agents/location.ts'
import { thisServer, type ServedBy } from '@sonde/schema/agents/served-by.ts'

/** What people read of a place; `note` is its code, where that says more than the name. */
export type PlaceName = { name: string; note: string | null }

/**
 * By who ran a result there, or, where that is not told, by who runs checks there now. This server stands in for agents
 * and never claims to be where they would be.
 */
export function placeName(
  code: string,
  servedBy: ServedBy | null | undefined,
  known: { standIns: ReadonlySet<string>; privateNames: ReadonlyMap<string, string> },
): PlaceName {
  const isStandIn = servedBy === 'STAND_IN' || ((servedBy ?? null) === null && known.standIns.has(code))
  const name = isStandIn ? thisServer : (dataCenterName(code) ?? known.privateNames.get(code) ?? code)
  return { name, note: asCode(name) === asCode(code) ? null : code }
}

/** A location that its owner calls Warehouse gets the code warehouse by itself: one of them is enough. */
function asCode(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}

export function placeText({ name, note }: PlaceName): string {
  return note === null ? name : `${name} (${note})`
}
