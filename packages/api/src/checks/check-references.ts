import type { Violation } from '@sonde/schema/violation.ts'
import { invalid } from '../http/refusal.ts'
import type { CheckDocument } from './check-document.ts'

/**
 * Ids in a check that name other resources must exist in its account. None of these resources can be made
 * yet, so no id of theirs exists.
 */
export function requireReferences(document: CheckDocument): void {
  const violations = missingReferences(document)
  if (violations.length > 0) throw invalid('payload', violations)
}

function missingReferences(document: CheckDocument): Violation[] {
  const { groupId, privateLocations, alertChannelSubscriptions, triggerIncident } = document
  const lists: [string, unknown, string][] = [
    ['privateLocations', privateLocations, 'names no private location of this account'],
    ['alertChannelSubscriptions', alertChannelSubscriptions, 'names no alert channel of this account'],
  ]
  const single: [string, unknown, string][] = [
    ['groupId', groupId, 'names no check group of this account'],
    ['triggerIncident.serviceId', triggerIncident, 'names no status page service of this account'],
    ['setupSnippetId', document['setupSnippetId'], 'names no snippet of this account'],
    ['tearDownSnippetId', document['tearDownSnippetId'], 'names no snippet of this account'],
  ]
  return [
    ...single.filter(([, value]) => value !== null && value !== undefined),
    ...lists.filter(([, value]) => Array.isArray(value) && value.length > 0),
  ].map(([path, , message]) => ({ path, message }))
}
