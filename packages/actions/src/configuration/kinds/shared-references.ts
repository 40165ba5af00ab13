import { isRecord } from '@sonde/ground/is-record.ts'
import type { ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'
import { skipped, type NamedList, type Resolve } from '../configuration-kind.ts'

/** The references that checks and groups have in common. */
export function mapSharedReferences(item: ConfigurationItem, resolve: Resolve): Record<string, unknown> {
  const mapped: Record<string, unknown> = { ...item }
  mapField(mapped, 'setupSnippetId', 'snippets', resolve)
  mapField(mapped, 'tearDownSnippetId', 'snippets', resolve)
  const { alertChannelSubscriptions, privateLocations } = item
  if (Array.isArray(alertChannelSubscriptions)) {
    mapped['alertChannelSubscriptions'] = alertChannelSubscriptions.flatMap((entry: unknown, index) => {
      if (!isRecord(entry)) return [entry]
      const path = `alertChannelSubscriptions.${index}.alertChannelId`
      const alertChannelId = resolve('alertChannels', entry['alertChannelId'], path)
      return alertChannelId === skipped ? [] : [{ ...entry, alertChannelId }]
    })
  }
  if (Array.isArray(privateLocations)) {
    mapped['privateLocations'] = privateLocations.flatMap((name: unknown, index) => {
      const local = resolve('privateLocations', name, `privateLocations.${index}`)
      return local === skipped ? [] : [local]
    })
  }
  return mapped
}

/** Null and a field that is left out name nothing. */
export function mapField(
  item: Record<string, unknown>,
  field: string,
  list: NamedList,
  resolve: Resolve,
  path = field,
): void {
  const id = item[field]
  if (id === null || id === undefined) return
  const local = resolve(list, id, path)
  item[field] = local === skipped ? null : local
}
