import { useApi } from '../api/account-context.ts'
import { searchGroups } from '../resources/check-groups.ts'
import { searchChecks } from '../resources/check-overview.ts'
import { searchTags } from '../resources/checks.ts'
import { SearchPicker } from './search-picker.tsx'

const limit = 10

type PickerWords = { label: string; isLabelHidden?: boolean; placeholder: string }

/** Finds a check whose name or target holds what is typed. */
export function CheckPicker({
  onPick,
  ...words
}: PickerWords & { onPick: (checkId: string, name: string) => void }) {
  const api = useApi()
  return (
    <SearchPicker
      {...words}
      queryKey={[api.accountId, 'check-search']}
      search={async (search, signal) => {
        const checks = await searchChecks(api, { search, limit }, signal)
        return checks.map(({ id, name, checkType, target }) => ({
          id,
          name,
          detail: target === null ? checkType : `${checkType} ${target}`,
        }))
      }}
      onPick={({ id, name }) => onPick(id, name)}
    />
  )
}

/** Finds a group whose name holds what is typed. */
export function GroupPicker({
  onPick,
  ...words
}: PickerWords & { onPick: (groupId: number, name: string) => void }) {
  const api = useApi()
  return (
    <SearchPicker
      {...words}
      queryKey={[api.accountId, 'group-search']}
      search={async (search, signal) => {
        const groups = await searchGroups(api, { search, limit }, signal)
        return groups.map(({ id, name }) => ({ id: String(id), name }))
      }}
      onPick={({ id, name }) => onPick(Number(id), name)}
    />
  )
}

/** Finds a tag that checks have. */
export function TagPicker({ onPick, ...words }: PickerWords & { onPick: (tag: string) => void }) {
  const api = useApi()
  return (
    <SearchPicker
      {...words}
      queryKey={[api.accountId, 'tag-search']}
      search={async (search, signal) => {
        const tags = await searchTags(api, { search, limit }, signal)
        return tags.map(({ tag, checks }) => ({
          id: tag,
          name: tag,
          detail: checks === 1 ? '1 check' : `${checks} checks`,
        }))
      }}
      onPick={({ id }) => onPick(id)}
    />
  )
}
