import type { Violation } from '@sonde/schema/validation/violation.ts'

/** Naming every one of ten thousand wrong entries would help nobody. */
const mostEntriesNamed = 50

/** The names, slugs or ids, in the field of a check or a group. */
export function locationNamesIn(privateLocations: unknown): string[] {
  return Array.isArray(privateLocations)
    ? privateLocations.filter((name): name is string => typeof name === 'string')
    : []
}

/** What is wrong with the names. `locations` are those of the account that `findNamedLocations` has found. */
export function unknownLocations(
  privateLocations: unknown,
  locations: ReadonlyMap<string, string>,
): Violation[] {
  return locationNamesIn(privateLocations)
    .map((name, index) => ({ name, path: `privateLocations.${index}` }))
    .filter(({ name }) => !locations.has(name))
    .slice(0, mostEntriesNamed)
    .map(({ path }) => ({ path, message: 'is not a private location of this account' }))
}
