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
  const references = await keepGroupReferences(db, accountId, [document])
  return references.requireOf(document)
}

/** The same for many groups, each named thing once. */
export async function keepGroupReferences(
  db: Db,
  accountId: string,
  documents: readonly GroupDocument[],
): Promise<{ requireOf(document: GroupDocument): string[] }> {
  const locations = await findNamedLocations(db, {
    accountId,
    names: documents.flatMap(({ privateLocations }) => locationNamesIn(privateLocations)),
  })
  const channels = await keepChannels(db, {
    accountId,
    ids: documents.flatMap(({ alertChannelSubscriptions }) =>
      (alertChannelSubscriptions ?? []).map(({ alertChannelId }) => alertChannelId),
    ),
  })
  const channelIds = new Set(channels.map(({ id }) => id))
  const snippetIds = new Set<number>()
  for (const id of new Set(documents.flatMap(snippetIdsIn))) {
    if (await keepSnippet(db, { accountId, id })) snippetIds.add(id)
  }
  return {
    requireOf(document) {
      const violations = [
        ...unknownLocations(document.privateLocations, locations),
        ...unknownChannels(document.alertChannelSubscriptions ?? [], channelIds),
        ...unknownSnippets(document, snippetIds),
      ]
      if (violations.length > 0) throw invalidInput(violations)
      const names = locationNamesIn(document.privateLocations)
      return [...new Set(names.flatMap((name) => locations.get(name) ?? []))]
    },
  }
}
