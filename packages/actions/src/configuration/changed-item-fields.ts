import { isDeepStrictEqual } from 'node:util'
import type { ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'

/** The fields in which two complete items differ. */
export function changedFields(before: ConfigurationItem, after: ConfigurationItem): string[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...fields].filter((field) => !isSameValue(field, before[field], after[field]))
}

function isSameValue(field: string, before: unknown, after: unknown): boolean {
  if (isDeepStrictEqual(before, after)) return true
  // Channels are told all at once: their order says nothing.
  if (field !== 'alertChannelSubscriptions' || !Array.isArray(before) || !Array.isArray(after)) return false
  const [one, other] = [before, after].map((list) => list.map((each) => JSON.stringify(each)).toSorted())
  return isDeepStrictEqual(one, other)
}
