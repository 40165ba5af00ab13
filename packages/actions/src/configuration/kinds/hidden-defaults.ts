import { isRecord } from '@sonde/ground/is-record.ts'
import { leftOutSecret, type ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'
import {
  hasLeftOutPassword,
  hideAddressPassword,
  restoreAddressPassword,
  withoutAddressPassword,
} from './address-password.ts'
import type { Warn } from '../configuration-kind.ts'
import { mapEntries, textOf } from '../item-fields.ts'

/** What API checks of a group have in common: its passwords and locked values are left out of an export without secrets. */

type Entry = Readonly<Record<string, unknown>>

const lists = ['headers', 'queryParameters'] as const

export function hideDefaults(item: ConfigurationItem): ConfigurationItem {
  const { apiCheckDefaults } = item
  if (!isRecord(apiCheckDefaults)) return item
  const masked: Record<string, unknown> = { ...apiCheckDefaults }
  const { url, basicAuth } = apiCheckDefaults
  if (typeof url === 'string') masked['url'] = hideAddressPassword(url)
  if (isRecord(basicAuth) && !isEmpty(basicAuth['password'])) {
    masked['basicAuth'] = { ...basicAuth, password: leftOutSecret }
  }
  for (const list of lists) {
    if (masked[list] === undefined) continue
    masked[list] = mapEntries(masked[list], (entry) =>
      entry['locked'] === true && !isEmpty(entry['value']) ? { ...entry, value: leftOutSecret } : entry,
    )
  }
  return { ...item, apiCheckDefaults: masked }
}

export function restoreDefaults(
  item: ConfigurationItem,
  stored: ConfigurationItem | null,
  warn: Warn,
): ConfigurationItem {
  const { apiCheckDefaults } = item
  if (!isRecord(apiCheckDefaults)) return item
  const storedDefaults: unknown = stored?.['apiCheckDefaults']
  const before = isRecord(storedDefaults) ? storedDefaults : {}
  const restored: Record<string, unknown> = { ...apiCheckDefaults }
  const { url, basicAuth } = apiCheckDefaults
  if (typeof url === 'string' && hasLeftOutPassword(url)) {
    const address = restoreAddressPassword(url, textOf(before['url']))
    if (address === null)
      warn('apiCheckDefaults.url', 'has no password in this file, and is imported without one')
    restored['url'] = address ?? withoutAddressPassword(url)
  }
  if (isRecord(basicAuth) && basicAuth['password'] === leftOutSecret) {
    const own = before['basicAuth']
    const isSame = isRecord(own) && own['username'] === basicAuth['username']
    if (!isSame)
      warn('apiCheckDefaults.basicAuth.password', 'is neither in this file nor stored here: it stays empty')
    restored['basicAuth'] = { ...basicAuth, password: isSame ? own['password'] : '' }
  }
  for (const list of lists) {
    const entries: unknown = apiCheckDefaults[list]
    if (!Array.isArray(entries)) continue
    restored[list] = entries.flatMap((entry: unknown, index): unknown[] => {
      if (!isRecord(entry) || entry['locked'] !== true || entry['value'] !== leftOutSecret) return [entry]
      const own = sameEntry(before[list], entry, index)
      if (own !== undefined) return [{ ...entry, value: own['value'] }]
      const message = `is neither in this file nor stored here: ${String(entry['key'])} is skipped`
      warn(`apiCheckDefaults.${list}.${index}.value`, message)
      return []
    })
  }
  return { ...item, apiCheckDefaults: restored }
}

/** A key may be there twice, and the entries may have moved. */
function sameEntry(list: unknown, { key }: Entry, index: number): Entry | undefined {
  const entries: unknown[] = Array.isArray(list) ? list : []
  const isSame = (entry: unknown): entry is Entry => isRecord(entry) && entry['key'] === key
  const there = entries[index]
  return isSame(there) ? there : entries.find(isSame)
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}
