import { isRecord } from '@sonde/ground/is-record.ts'
import { apiDefaultsIn, withGroupDefaults } from '@sonde/runs/variables/group-defaults.ts'
import { invalidInput } from '../refusal.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * A check of code with what its group adds, which need not be deployed: variables and defaults of requests. What the check
 * says itself counts more.
 */
export function withGroupPayload(
  check: Fields,
  group: Fields | null,
): { check: Fields } | { cannotRun: string } {
  if (group === null) return { check }
  const scripts = ['localSetupScript', 'localTearDownScript'].filter(
    (field) => isText(group[field]) && isText(check[field]),
  )
  if (scripts.length > 0)
    return { cannotRun: `its group has a ${scripts.join(' and a ')}, too: only one of them can be tested` }
  const inherited = ['localSetupScript', 'localTearDownScript', 'runtimeId'].filter(
    (field) => isText(group[field]) && !isText(check[field]) && isScripted(check),
  )
  const defaults = check['checkType'] === 'API' ? apiDefaultsIn(JSON.stringify(group)) : null
  const withDefaults = defaults === null ? check : withGroupDefaults(check, defaults)
  const baseUrl = defaults === null || defaults.url === '' ? [] : [variableOf('GROUP_BASE_URL', defaults.url)]
  const variables = joined([...baseUrl, ...variablesIn(group)], variablesIn(check))
  return {
    check: {
      ...(isRecord(withDefaults) ? withDefaults : check),
      ...Object.fromEntries(inherited.map((field) => [field, group[field]])),
      ...(variables.length === 0 ? {} : { environmentVariables: variables }),
    },
  }
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
