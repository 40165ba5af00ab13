import { isRecord } from '@sonde/ground/is-record.ts'
import { apiDefaultsIn, withGroupDefaults } from '@sonde/runs/variables/group-defaults.ts'
import type { CheckKind } from '@sonde/schema/check-types/check-kind.ts'
import { InheritedFromGroup } from '@sonde/schema/checks/check-group.ts'
import type { UnstoredGroup } from '@sonde/schema/checks/written-scripts.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'
import type { EnvironmentVariable } from '@sonde/schema/variables/environment-variable.ts'
import type { CheckDocument } from '../checks/check-document.ts'
import { completeBy, validatorOf } from '../configuration/kinds/validate-items.ts'
import { invalidInput } from '../refusal.ts'

type Fields = Readonly<Record<string, unknown>>

const validate = validatorOf(InheritedFromGroup)

/** By the rules of a deploy: a group and a check may have as much as each of them may have alone. */
export function mistakesInGroup(group: Fields | null): Violation[] {
  if (group === null) return []
  return validate(group).map(({ path, message }) => ({ path: `group.${path}`, message }))
}

/** A check of code with the runtime of its group, which need not be deployed. */
export function withGroupRuntime(check: Fields, group: Fields | null): Fields {
  const isInherited = isText(group?.['runtimeId']) && !isText(check['runtimeId']) && isScripted(check)
  return isInherited ? { ...check, runtimeId: group?.['runtimeId'] } : check
}

/**
 * With the variables and defaults of requests of its group, as a run of a stored check has those of a stored one. What the
 * check says itself counts more.
 */
export function withGroupPayload(kind: CheckKind, check: CheckDocument, group: Fields | null): CheckDocument {
  if (group === null) return check
  const inherited = completeBy(InheritedFromGroup, group)
  const defaults = kind.checkType === 'API' ? apiDefaultsIn(JSON.stringify(inherited)) : null
  const withDefaults = defaults === null ? check : withGroupDefaults(check, defaults)
  const ofGroup = inherited['environmentVariables']
  const own = check.environmentVariables ?? []
  const keys = new Set(own.map(({ key }) => key))
  const variables: EnvironmentVariable[] = [
    ...(defaults === null || defaults.url === '' ? [] : [{ key: 'GROUP_BASE_URL', value: defaults.url }]),
    ...(Array.isArray(ofGroup) ? ofGroup : []),
  ].filter(({ key }) => !keys.has(key))
  return {
    ...check,
    ...(isRecord(withDefaults) ? withDefaults : {}),
    ...(variables.length === 0 ? {} : { environmentVariables: [...variables, ...own] }),
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
