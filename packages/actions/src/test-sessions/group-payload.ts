import { isRecord } from '@sonde/ground/is-record.ts'
import { apiDefaultsIn, withGroupDefaults } from '@sonde/runs/variables/group-defaults.ts'
import type { UnstoredGroup } from '@sonde/schema/checks/written-scripts.ts'
import { invalidInput } from '../refusal.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * A check of code with what its group adds, which need not be deployed: variables and defaults of requests. What the check
 * says itself counts more.
 */
export function withGroupPayload(check: Fields, group: Fields | null): Fields {
  if (group === null) return check
  const isInherited = isText(group['runtimeId']) && !isText(check['runtimeId']) && isScripted(check)
  const defaults = check['checkType'] === 'API' ? apiDefaultsIn(JSON.stringify(group)) : null
  const withDefaults = defaults === null ? check : withGroupDefaults(check, defaults)
  const baseUrl = defaults === null || defaults.url === '' ? [] : [variableOf('GROUP_BASE_URL', defaults.url)]
  const variables = joined([...baseUrl, ...variablesIn(group)], variablesIn(check))
  return {
    ...(isRecord(withDefaults) ? withDefaults : check),
    ...(isInherited ? { runtimeId: group['runtimeId'] } : {}),
    ...(variables.length === 0 ? {} : { environmentVariables: variables }),
  }
}

/** Its scripts run around those of the check, as those of a stored group do. */
export function scriptsOfGroup(group: Fields | null): UnstoredGroup {
  const scripts = ['localSetupScript', 'localTearDownScript'].flatMap((field) =>
    isText(group?.[field]) ? [[field, group?.[field]] as const] : [],
  )
  return scripts.length === 0 ? {} : { unstoredGroup: Object.fromEntries(scripts) }
}

/** A group that exists is named by its id, in the words of the client. */
export function groupIdIn(payload: Fields): number | null {
  const { group, groupId } = payload
  if (typeof groupId === 'number') return groupId
  if (!isRecord(groupId) || isRecord(group)) return null
  const id = /^check-group-(\d{1,15})$/.exec(String(groupId['ref']))?.[1]
  if (id === undefined)
    throw invalidInput([{ path: 'groupId', message: 'refers to a group that is not in the session' }])
  return Number(id)
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

function isScripted({ checkType }: Fields): boolean {
  return checkType === 'API' || checkType === 'MULTI_STEP' || checkType === 'BROWSER'
}

type Variable = { key: string }

function variableOf(key: string, value: string): Variable & { value: string } {
  return { key, value }
}

function variablesIn({ environmentVariables }: Fields): Variable[] {
  return Array.isArray(environmentVariables) ? environmentVariables.filter(isVariable) : []
}

function isVariable(value: unknown): value is Variable {
  return isRecord(value) && typeof value['key'] === 'string'
}

/** Those of the check win. */
function joined(ofGroup: readonly Variable[], own: readonly Variable[]): Variable[] {
  const keys = new Set(own.map(({ key }) => key))
  return [...ofGroup.filter(({ key }) => !keys.has(key)), ...own]
}
