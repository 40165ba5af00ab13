import type { Db } from '@sonde/store/engine/store.ts'
import { unknownChannels } from '../alert-channels/named-channels.ts'
import { invalidInput } from '../refusal.ts'
import { namedLocations } from '../private-locations/named-locations.ts'
import { unknownSnippets } from '../snippets/named-snippets.ts'
import type { GroupDocument } from './group-document.ts'

/**
 * Ids in a group that name other resources must exist in its account. Inside `write`: what is found stays
 * until the write ends. Returns the ids of the private locations that the group names.
 */
export async function requireGroupReferences(
  db: Db,
  accountId: string,
  document: GroupDocument,
): Promise<string[]> {
  const locations = await namedLocations(db, accountId, document['privateLocations'])
  const violations = [
    ...locations.violations,
    ...(await unknownChannels(db, accountId, document.alertChannelSubscriptions ?? [])),
    ...(await unknownSnippets(db, accountId, document)),
  ]
  if (violations.length > 0) throw invalidInput(violations)
  return locations.ids
}
