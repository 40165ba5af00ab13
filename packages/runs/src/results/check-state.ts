import type { CheckStatus } from '@sonde/schema/check-query.ts'
import type { CheckState } from '@sonde/store/check-states.ts'
import type { StoredVerdict } from '@sonde/store/results.ts'

/** A final result, as far as the state of its check is concerned. */
export type FinalResult = {
  verdict: StoredVerdict
  location: string
  checkRunId: number
  responseTime: number | null
  /** From the end of the attempt until the agent sent it. */
  ageMs: number
  completedAt: number
  receivedAt: number
}

/** How long after its end a result is news, whatever the clocks say. */
const freshMs = 5_000

/**
 * The state after a final result. An error says nothing about the target and changes nothing; a result that
 * comes late and is older than the last one counted changes no status.
 */
export function stateAfter(
  state: CheckState,
  result: FinalResult,
  check: { isParallel: boolean; locations: readonly string[] },
): CheckState {
  const verdict = statusOf(result.verdict)
  if (verdict === null) return state
  const measured = withExtremes(state, result.responseTime)
  const firstResultAt = state.firstResultAt ?? result.receivedAt
  const isStale =
    result.ageMs > freshMs && state.completedAt !== null && result.completedAt < state.completedAt
  if (isStale) return { ...measured, firstResultAt }
  const verdicts = check.isParallel
    ? withVerdict(state.verdicts, result.location, verdict, check.locations)
    : {}
  return {
    ...measured,
    status: check.isParallel ? worst(Object.values(verdicts)) : verdict,
    verdicts,
    completedAt: result.completedAt,
    lastRunLocation: result.location,
    lastCheckRunId: result.checkRunId,
    firstResultAt,
    lastResultAt: result.receivedAt,
  }
}

function statusOf(verdict: StoredVerdict): CheckStatus | null {
  switch (verdict) {
    case 'passed':
      return 'passing'
    case 'degraded':
      return 'degraded'
    case 'failed':
      return 'failing'
    default:
      return null
  }
}

function withExtremes(state: CheckState, responseTime: number | null): CheckState {
  if (responseTime === null) return state
  return {
    ...state,
    longestRun: Math.max(state.longestRun ?? responseTime, responseTime),
    shortestRun: Math.min(state.shortestRun ?? responseTime, responseTime),
  }
}

/** Locations that the check has left have no say any more. */
function withVerdict(
  verdicts: CheckState['verdicts'],
  location: string,
  verdict: CheckStatus,
  locations: readonly string[],
): CheckState['verdicts'] {
  const kept = Object.entries(verdicts).filter(([name]) => locations.includes(name))
  return { ...Object.fromEntries(kept), [location]: verdict }
}

function worst(verdicts: readonly CheckStatus[]): CheckStatus {
  if (verdicts.includes('failing')) return 'failing'
  return verdicts.includes('degraded') ? 'degraded' : 'passing'
}
