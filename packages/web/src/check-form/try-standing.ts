import type { CheckTry } from '@sonde/schema/runs/trial-run.ts'
import { isEnded } from './try-end.ts'

type Start = { isPending: boolean; isSuccess: boolean }
type Run = { data: CheckTry | undefined; isError: boolean; isFetching: boolean; error: Error | null }

/**
 * How a try stands. Asking for it may take as long as the run does: while that is under way, an answer that failed to come
 * before is no news any more.
 */
export function tryStanding(start: Start, run: Run): { isUnderWay: boolean; trouble: Error | null } {
  const trouble = run.isError && !run.isFetching ? run.error : null
  return {
    isUnderWay: start.isPending || (start.isSuccess && !isEnded(run.data) && trouble === null),
    trouble,
  }
}
