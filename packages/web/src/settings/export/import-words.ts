import type { ImportedItem } from '../../resources/configuration.ts'

/** What stays as it is fills no list. */
export function worthTelling(items: readonly ImportedItem[]): ImportedItem[] {
  return items.filter(({ action }) => action !== 'unchanged')
}
