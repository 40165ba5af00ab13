import { useQueryClient } from '@tanstack/react-query'
import { useAccount } from './account-context.ts'

/** Reads anew what belongs to the account and begins with this key. */
export function useRefresh(): (key: readonly unknown[]) => void {
  const { id } = useAccount()
  const queries = useQueryClient()
  return (key) => void queries.invalidateQueries({ queryKey: [id, ...key] })
}
