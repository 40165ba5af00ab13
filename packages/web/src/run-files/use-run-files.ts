import { useQuery } from '@tanstack/react-query'
import { useApi } from '../api/account-context.ts'
import { useNow } from '../parts/use-now.ts'
import { runFilesQuery, type FilesOwner } from '../resources/run-files.ts'
import { mayFollow, type RunFile } from './run-file.ts'

/** `isSettled`: no more are expected. `error`: the list could not be read, which says nothing of the run. */
export type RunFiles = {
  files: readonly RunFile[]
  isSettled: boolean
  error: Error | null
  retry: () => void
}

export function useRunFiles(owner: FilesOwner): RunFiles {
  const query = useQuery(runFilesQuery(useApi(), owner))
  const now = useNow()
  return {
    files: query.data ?? [],
    isSettled: !query.isPending && !mayFollow(Date.parse(owner.result.stoppedAt), now),
    error: query.data === undefined ? query.error : null,
    retry: () => void query.refetch(),
  }
}
