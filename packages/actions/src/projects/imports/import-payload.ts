import { isRecord } from '@sonde/ground/is-record.ts'
import type { ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'
import { secretMask } from '@sonde/schema/alerts/channels/secret-mask.ts'
import type { StoredItem } from '../../configuration/configuration-kind.ts'
import type { ResourceKind } from '../resource-kinds.ts'
import { withoutEdgeFields } from '../stored-edges.ts'
import { hasDoubleCheck, writtenRetries } from './written-retries.ts'

/** Files beside a script, which the generators do not read. */
const fileFields = ['dependencies', 'setupScriptDependencies', 'tearDownScriptDependencies', 'snapshots']
const scriptFields = ['script', 'localSetupScript', 'localTearDownScript']

/** Why the command cannot write it as code; null when it can. */
export function importObstacle({ type }: ResourceKind, item: ConfigurationItem): string | null {
  if (type === 'check-group') {
    const hasSnippet = ['setupSnippetId', 'tearDownSnippetId'].some((field) => (item[field] ?? null) !== null)
    return hasSnippet ? 'has a set-up or teardown snippet, which groups in code cannot have' : null
  }
  if (type !== 'check') return null
  if (item['checkType'] === 'PLAYWRIGHT') return 'is a check suite, whose code lies in its repository'
  if (fileFields.some((field) => Array.isArray(item[field]) && item[field].length > 0))
    return 'has files beside its script, which would be lost'
  const scripts = scriptFields.map((field) => item[field]).filter((text) => typeof text === 'string')
  if (scripts.some((text) => text.includes('{{>') || text.includes('{{#')))
    return 'has a script with {{> or {{#, which code cannot have'
  return null
}

/**
 * Something of the account as the generators of the command read it: with its own id and the ids of what it names. What
 * is not set is left out, because they would write `null` into the code.
 */
export function importPayload(
  { type, kind }: ResourceKind,
  { id, item }: StoredItem,
  warn: (message: string) => void,
): ConfigurationItem {
  const visible = kind.withoutSecrets(item)
  const fields = type === 'check' || type === 'check-group' ? withoutEdgeFields(visible) : visible
  const named = { ...(withoutNulls(secretVariables(fields, warn)) as ConfigurationItem), id }
  if (holdsMask(named))
    warn(
      `secrets are masked (${secretMask}): a deploy keeps what is stored, or put their values in their place`,
    )
  if (type === 'check') return checkPayload(named, warn)
  if (type === 'check-group') return groupPayload(named, warn)
  return named
}

function checkPayload(
  { alertSettings, ...check }: ConfigurationItem,
  warn: (message: string) => void,
): ConfigurationItem {
  if (isRecord(check['triggerIncident']))
    warn('triggerIncident is not written into the code: add it there, or the next deploy removes it')
  const retried = withWrittenRetries(check, warn)
  // The generators would write settings that do not count as settings of the check.
  return check['useGlobalAlertSettings'] === true || alertSettings === undefined
    ? retried
    : { ...retried, alertSettings }
}

function withWrittenRetries(check: ConfigurationItem, warn: (message: string) => void): ConfigurationItem {
  const written = writtenRetries(check)
  if (written === null) return check
  warn(
    hasDoubleCheck(check)
      ? 'is retried at once, which the code cannot say: it says after 1 s, and as long as it says so a deploy changes nothing'
      : 'is retried at once: in the code it is retried after 1 s, and after the next deploy as well',
  )
  return { ...check, ...written }
}

function groupPayload(
  { version, ...group }: ConfigurationItem,
  warn: (message: string) => void,
): ConfigurationItem {
  if (version === 2) return { ...group, v: 2 }
  warn(
    'becomes a group of version 2 in the code, which overrides only what it sets: compare before you deploy',
  )
  return group
}

/** Of a value that nobody is shown the code says where it comes from. */
function secretVariables(item: ConfigurationItem, warn: (message: string) => void): ConfigurationItem {
  const { environmentVariables } = item
  if (!Array.isArray(environmentVariables)) return item
  return {
    ...item,
    environmentVariables: environmentVariables.map((variable: unknown) => {
      if (!isRecord(variable) || variable['value'] !== null) return variable
      const { value: _hidden, ...shown } = variable
      if (variable['secret'] !== true)
        warn(`the locked variable ${String(variable['key'])} is a secret in the code: its value is not shown`)
      return { ...shown, secret: true }
    }),
  }
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!isRecord(value)) return value
  // An assertion has all of its fields, set or not.
  if ('comparison' in value) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) =>
      part === null || part === undefined ? [] : [[name, withoutNulls(part)]],
    ),
  )
}

function holdsMask(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(secretMask)
  if (Array.isArray(value)) return value.some(holdsMask)
  return isRecord(value) && Object.values(value).some(holdsMask)
}
