import { isRecord } from '@sonde/ground/is-record.ts'
import type { ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'

/** Without the fields that say nothing, which JSON has no place for. */
export function definedFields(item: Readonly<Record<string, unknown>>): ConfigurationItem {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined))
}

/** Changes the entries of a list that may be missing, or something else altogether. */
export function mapEntries(
  value: unknown,
  change: (entry: Readonly<Record<string, unknown>>, index: number) => unknown,
): unknown {
  if (!Array.isArray(value)) return value
  return value.map((entry: unknown, index) => (isRecord(entry) ? change(entry, index) : entry))
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** The texts of a list; none where there is no list. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((text: unknown) => typeof text === 'string') : []
}
