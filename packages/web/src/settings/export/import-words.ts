import type { ImportedItem } from '../../resources/configuration.ts'

/** `maintenanceWindows` holds each a `maintenance window`. */
export function kindWord(list: string): string {
  const words = list.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.replace(/s$/, '')
}

/** What stays as it is fills no list. */
export function worthTelling(items: readonly ImportedItem[]): ImportedItem[] {
  return items.filter(({ action }) => action !== 'unchanged')
}
