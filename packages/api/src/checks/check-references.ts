import type { Violation } from '@sonde/schema/violation.ts'
import { findNamedLocations } from '@sonde/store/check-private-locations.ts'
import type { Db } from '@sonde/store/store.ts'
import { invalid } from '../http/refusal.ts'
import type { CheckDocument } from './check-document.ts'

/** Naming every one of ten thousand wrong entries would help nobody. */
const mostEntriesNamed = 50

/**
 * Ids in a check that name other resources must exist in its account. Inside `write`: what is found stays
 * until the write ends. Returns the ids of the private locations that the check names.
 */
export async function requireReferences(
  db: Db,
  accountId: string,
  document: CheckDocument,
): Promise<string[]> {
  const names = namedLocations(document)
  const found = await findNamedLocations(db, { accountId, names })
  const unknown = names
    .map((name, index) => ({ name, path: `privateLocations.${index}` }))
    .filter(({ name }) => !found.has(name))
    .slice(0, mostEntriesNamed)
    .map(({ path }) => ({ path, message: 'names no private location of this account' }))
  const violations = [...unmakeable(document), ...unknown]
  if (violations.length > 0) throw invalid('payload', violations)
  return [...new Set(found.values())]
}

function namedLocations({ privateLocations }: CheckDocument): string[] {
  return Array.isArray(privateLocations)
    ? privateLocations.filter((name): name is string => typeof name === 'string')
    : []
}

/** None of these resources can be made yet, so no id of theirs exists. */
function unmakeable(document: CheckDocument): Violation[] {
  const { groupId, alertChannelSubscriptions, triggerIncident } = document
  const single: [string, unknown, string][] = [
    ['groupId', groupId, 'names no check group of this account'],
    ['triggerIncident.serviceId', triggerIncident, 'names no status page service of this account'],
    ['setupSnippetId', document['setupSnippetId'], 'names no snippet of this account'],
    ['tearDownSnippetId', document['tearDownSnippetId'], 'names no snippet of this account'],
  ]
  const lists: [string, unknown, string][] = [
    ['alertChannelSubscriptions', alertChannelSubscriptions, 'names no alert channel of this account'],
  ]
  return [
    ...single.filter(([, value]) => value !== null && value !== undefined),
    ...lists.filter(([, value]) => Array.isArray(value) && value.length > 0),
  ].map(([path, , message]) => ({ path, message }))
}
