import type { StatusPageVisibility } from '@sonde/schema/alerts/maintenance-window.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'
import { pageServices } from '@sonde/store/maintenance/maintenance-pages.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { invalidInput } from '../refusal.ts'

const mostEntriesNamed = 50

/** The pages must be of the account, and the services on one of them. */
export async function requirePages(
  db: Db,
  accountId: string,
  { statusPageIds, serviceIds }: StatusPageVisibility,
): Promise<void> {
  if (statusPageIds.length === 0) return
  const existing = await pageServices(db, { accountId, pageIds: statusPageIds })
  const violations = [
    ...unknownEntries(
      'statusPageIds',
      statusPageIds,
      existing.pageIds,
      'is not a status page of this account',
    ),
    ...unknownEntries(
      'serviceIds',
      serviceIds,
      existing.serviceIds,
      'is not a service on these status pages',
    ),
  ].slice(0, mostEntriesNamed)
  if (violations.length > 0) throw invalidInput(violations)
}

function unknownEntries(
  field: string,
  ids: readonly string[],
  knownIds: ReadonlySet<string>,
  message: string,
): Violation[] {
  return ids
    .map((id, index) => ({ id: id.toLowerCase(), path: `statusPageVisibility.${field}.${index}` }))
    .filter(({ id }) => !knownIds.has(id))
    .map(({ path }) => ({ path, message }))
}
