import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import { useAccount } from './account-context.ts'
import type { Api } from './api.ts'

/**
 * One write, after which what it changed is read anew: `stale` is the start of the keys of those queries, behind the
 * account.
 */
export function useWrite<Input, Output>({
  write,
  stale,
  onDone,
}: {
  write: (api: Api, input: Input) => Promise<Output>
  stale: readonly (readonly unknown[])[]
  onDone?: (output: Output, input: Input) => void
}): UseMutationResult<Output, Error, Input> {
  const { id, api } = useAccount()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => write(api, input),
    onSuccess: async (output, input) => {
      onDone?.(output, input)
      await Promise.all(stale.map((key) => queries.invalidateQueries({ queryKey: [id, ...key] })))
    },
  })
}
