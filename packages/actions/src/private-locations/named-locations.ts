import type { Violation } from '@sonde/schema/validation/violation.ts'
import { findNamedLocations } from '@sonde/store/checks/check-private-locations.ts'
import type { Db } from '@sonde/store/engine/store.ts'

/** Naming every one of ten thousand wrong entries would help nobody. */
const mostEntriesNamed = 50

/**
 * The ids of the private locations that a check or a group names, and what is wrong with the names. Inside
 * `write`: what is found stays until the write ends.
 */
export async function namedLocations(
  db: Db,
  accountId: string,
  privateLocations: unknown,
): Promise<{ ids: string[]; violations: Violation[] }> {
  const names = Array.isArray(privateLocations)
    ? privateLocations.filter((name): name is string => typeof name === 'string')
    : []
  const locations = await findNamedLocations(db, { accountId, names })
  const violations = names
    .map((name, index) => ({ name, path: `privateLocations.${index}` }))
    .filter(({ name }) => !locations.has(name))
    .slice(0, mostEntriesNamed)
    .map(({ path }) => ({ path, message: 'is not a private location of this account' }))
  return { ids: [...new Set(locations.values())], violations }
}
