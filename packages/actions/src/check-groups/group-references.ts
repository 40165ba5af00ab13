import { keepChannels } from '@sonde/store/alerts/alert-channels.ts'
import { findNamedLocations } from '@sonde/store/checks/check-private-locations.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { keepSnippet } from '@sonde/store/variables/snippets.ts'
import { unknownChannels } from '../alert-channels/named-channels.ts'
import { invalidInput } from '../refusal.ts'
import { locationNamesIn, unknownLocations } from '../private-locations/named-locations.ts'
import { snippetIdsIn, unknownSnippets } from '../snippets/named-snippets.ts'
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
  const { privateLocations } = document
  const subscriptions = document.alertChannelSubscriptions ?? []
  const names = locationNamesIn(privateLocations)
  const locations = await findNamedLocations(db, { accountId, names })
  const channels = await keepChannels(db, {
    accountId,
    ids: subscriptions.map(({ alertChannelId }) => alertChannelId),
  })
  const snippetIds = new Set<number>()
  for (const id of snippetIdsIn(document)) {
    if (await keepSnippet(db, { accountId, id })) snippetIds.add(id)
  }
  const violations = [
    ...unknownLocations(privateLocations, locations),
    ...unknownChannels(subscriptions, new Set(channels.map(({ id }) => id))),
    ...unknownSnippets(document, snippetIds),
  ]
  if (violations.length > 0) throw invalidInput(violations)
  return [...new Set(locations.values())]
}
