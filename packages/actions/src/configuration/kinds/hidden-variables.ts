import { isRecord } from '@sonde/ground/is-record.ts'
import type { ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'
import type { Warn } from '../configuration-kind.ts'
import { mapEntries } from '../item-fields.ts'

/** The variables of checks and groups: an export without secrets has null for the value of a secret or locked one. */

type Variable = Readonly<Record<string, unknown>>

export function hideVariables(item: ConfigurationItem): ConfigurationItem {
  const { environmentVariables } = item
  if (!Array.isArray(environmentVariables)) return item
  const masked = mapEntries(environmentVariables, (variable) =>
    variable['secret'] === true || variable['locked'] === true ? { ...variable, value: null } : variable,
  )
  return { ...item, environmentVariables: masked }
}

export function restoreVariables(
  item: ConfigurationItem,
  stored: ConfigurationItem | null,
  warn: Warn,
): ConfigurationItem {
  const { environmentVariables } = item
  if (!Array.isArray(environmentVariables)) return item
  const storedVariables = variablesIn(stored)
  const restored = environmentVariables.flatMap((variable: unknown, index): unknown[] => {
    if (!isRecord(variable) || variable['value'] !== null) return [variable]
    const before = storedVariables.get(variable['key'])
    if (before !== undefined) return [{ ...variable, value: before['value'] }]
    const message = `has no value, neither in this file nor stored here: the variable ${String(variable['key'])} is skipped`
    warn(`environmentVariables.${index}.value`, message)
    return []
  })
  return { ...item, environmentVariables: restored }
}

/** A variable that was secret once stays secret. */
export function keepVariablesSecret(
  item: ConfigurationItem,
  stored: ConfigurationItem | null,
): ConfigurationItem {
  const storedVariables = variablesIn(stored)
  if (storedVariables.size === 0) return item
  const variables = mapEntries(item['environmentVariables'], (variable) =>
    storedVariables.get(variable['key'])?.['secret'] === true ? { ...variable, secret: true } : variable,
  )
  return { ...item, environmentVariables: variables }
}

function variablesIn(item: ConfigurationItem | null): Map<unknown, Variable> {
  const list: unknown = item?.['environmentVariables']
  const variables: unknown[] = Array.isArray(list) ? list : []
  return new Map(variables.filter(isRecord).map((variable) => [variable['key'], variable]))
}
