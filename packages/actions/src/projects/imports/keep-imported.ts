import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '@sonde/ground/is-record.ts'
import type { ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'
import { retryPlanOf } from '@sonde/schema/checks/retry-plan.ts'
import { hasDoubleCheck, writtenRetries } from './written-retries.ts'

/** What scripts are called, with what they say and what lies beside them. */
const scripts = [
  { path: 'scriptPath', contents: ['script', 'dependencies', 'snapshots'] },
  { path: 'setupScriptPath', contents: ['localSetupScript', 'setupScriptDependencies'] },
  { path: 'tearDownScriptPath', contents: ['localTearDownScript', 'tearDownScriptDependencies'] },
]

/**
 * A check of the code, with what is stored wherever that comes to the same. The command cannot write all that an account
 * may hold: without this, every check that was made by hand would change with the first deploy after its import.
 */
export function keepImportedCheck(check: ConfigurationItem, stored: ConfigurationItem): ConfigurationItem {
  const kept = { ...check }
  if (
    hasDoubleCheck(stored) &&
    isDeepStrictEqual(retryPlanOf(check), retryPlanOf(writtenRetries(stored) ?? {}))
  ) {
    kept['retryStrategy'] = stored['retryStrategy']
    kept['doubleCheck'] = stored['doubleCheck']
  }
  for (const { path, contents } of scripts) {
    const isNamedNow = (check[path] ?? null) !== null && (stored[path] ?? null) === null
    if (isNamedNow && contents.every((field) => isSameContent(check[field], stored[field])))
      kept[path] = stored[path]
  }
  return kept
}

/** The same of a group: the code has an empty login where the account has none. */
export function keepImportedGroup(group: ConfigurationItem, stored: ConfigurationItem): ConfigurationItem {
  const { apiCheckDefaults: defaults } = group
  const { apiCheckDefaults: before } = stored
  if (!isRecord(defaults) || !isRecord(before)) return group
  if (!isNoLogin(defaults['basicAuth']) || !isNoLogin(before['basicAuth'])) return group
  return { ...group, apiCheckDefaults: { ...defaults, basicAuth: before['basicAuth'] } }
}

function isSameContent(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(withoutEmpty(one), withoutEmpty(other))
}

function withoutEmpty(value: unknown): unknown {
  return value === undefined || (Array.isArray(value) && value.length === 0) ? null : value
}

function isNoLogin(login: unknown): boolean {
  if (!isRecord(login)) return true
  return [login['username'], login['password']].every(
    (part) => part === '' || part === null || part === undefined,
  )
}
