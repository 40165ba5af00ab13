import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useAccount } from './account-context.ts'

/**
 * For something that was deleted: drops what was read of it (`key`) and refreshes what begins with `stale`, behind the
 * account. Its own screen has to be left before, or it would ask for what is not there any more.
 */
export function useForget(): (deleted: { key: QueryKey; stale: readonly unknown[] }) => Promise<void> {
  const { id } = useAccount()
  const queries = useQueryClient()
  return ({ key, stale }) => {
    queries.removeQueries({ queryKey: key })
    return queries.invalidateQueries({ queryKey: [id, ...stale] })
  }
}
