import type { Api } from '../api/api.ts'
import { searchGroups } from '../resources/check-groups.ts'
import { searchChecks } from '../resources/check-overview.ts'
import type { PickerOption } from './search-picker.tsx'

const limit = 10

/** Checks whose name or target holds the text. */
export async function findChecks(api: Api, search: string, signal: AbortSignal): Promise<PickerOption[]> {
  const checks = await searchChecks(api, { search, limit }, signal)
  return checks.map(({ id, name, checkType, target }) => ({
    id,
    name,
    detail: target === null ? checkType : `${checkType} ${target}`,
  }))
}

/** Groups whose name holds the text. */
export async function findGroups(api: Api, search: string, signal: AbortSignal): Promise<PickerOption[]> {
  const groups = await searchGroups(api, { search, limit }, signal)
  return groups.map(({ id, name }) => ({ id: String(id), name }))
}
