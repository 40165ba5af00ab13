import { isDeepStrictEqual } from 'node:util'
import type { ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'

/** The fields in which two complete items differ. */
export function changedFields(before: ConfigurationItem, after: ConfigurationItem): string[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...fields].filter((field) => !isSameValue(field, before[field], after[field]))
}

/** Lists of which an empty one says the same as none. */
export const emptyIsNone: ReadonlySet<string> = new Set([
  'environmentVariables',
  'dependencies',
  'setupScriptDependencies',
  'tearDownScriptDependencies',
])

function isSameValue(field: string, before: unknown, after: unknown): boolean {
  if (isDeepStrictEqual(before, after)) return true
  if (emptyIsNone.has(field) && isEmpty(before) && isEmpty(after)) return true
  // Channels are told all at once: their order says nothing.
  if (field !== 'alertChannelSubscriptions' || !Array.isArray(before) || !Array.isArray(after)) return false
  const [one, other] = [before, after].map((list) => list.map((each) => JSON.stringify(each)).toSorted())
  return isDeepStrictEqual(one, other)
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}
