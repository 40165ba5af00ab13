import { useQuery } from '@tanstack/react-query'
import { useApi } from '../api/account-context.ts'
import { groupQuery, type CheckGroup } from '../resources/check-groups.ts'
import type { FormScope } from '../schema-form/form-layout.ts'
import { effectiveValues, type EffectiveValues } from './effective-values.ts'

/** What will count for the check of a form, its group considered; the group is null until it is read. */
export function useEffectiveValues({
  value,
}: Pick<FormScope, 'value'>): EffectiveValues & { group: CheckGroup | null } {
  const { groupId } = value
  const isInGroup = typeof groupId === 'number'
  const { data } = useQuery({ ...groupQuery(useApi(), Number(groupId)), enabled: isInGroup })
  const group = isInGroup ? (data ?? null) : null
  return { ...effectiveValues(value, group), group }
}

/** `, from group Shop` behind a value; nothing behind one of the check's own. */
export function fromWords(source: 'check' | 'group' | 'account', group: CheckGroup | null): string {
  if (source === 'account') return ', from the account'
  return source === 'group' && group !== null ? `, from group ${group.name}` : ''
}
