import { hasEnded, type TrialRun } from '../../resources/trial-runs.ts'

type Start = { isPending: boolean; isSuccess: boolean }
type Run = { data: TrialRun | undefined; isError: boolean; isFetching: boolean; error: Error | null }

/**
 * Whether a trial run is under way. Asking for it may take as long as the run does: while that is under way, an answer that failed to come
 * before is no news any more.
 */
export function trialStatus(start: Start, run: Run): { isUnderWay: boolean; trouble: Error | null } {
  const trouble = run.isError && !run.isFetching ? run.error : null
  return {
    isUnderWay: start.isPending || (start.isSuccess && !hasEnded(run.data) && trouble === null),
    trouble,
  }
}
