import { isLate } from '@sonde/alerting/raise/is-late.ts'
import { type RunEnd, targetVerdictOfEnd, worstVerdict } from '@sonde/schema/runs/verdict.ts'
import type { CheckState } from '@sonde/store/checks/check-states.ts'

/** A final result, as far as the state of its check is concerned. */
export type FinalResult = {
  verdict: RunEnd
  location: string
  checkRunId: number
  responseTime: number | null
  /** From the end of the attempt until the agent sent it. */
  ageMs: number
  completedAt: number
  receivedAt: number
  /** Whether this server made it in place of an agent of its location. */
  isStandIn?: boolean
}

/** Where a check runs now. */
export type StatePool = { isParallel: boolean; locations: readonly string[] }

/**
 * The state after a final result. An error says nothing about the target and changes nothing; a result that
 * comes late and is older than the last one counted (of its location, where all run at once) changes no status.
 */
export function stateAfter(state: CheckState, result: FinalResult, pool: StatePool): CheckState {
  const status = targetVerdictOfEnd(result.verdict)
  if (status === null) return state
  const measured = {
    ...withExtremes(state, result.responseTime),
    firstResultAt: state.firstResultAt ?? result.receivedAt,
  }
  const last = pool.isParallel ? state.verdicts[result.location]?.completedAt : state.completedAt
  // A location that the check has left has no say any more.
  if (isLate(result, last) || (pool.isParallel && !pool.locations.includes(result.location))) return measured
  const { completedAt } = result
  const next = {
    ...measured,
    status,
    completedAt,
    lastRunLocation: result.location,
    lastCheckRunId: result.checkRunId,
    lastResultAt: result.receivedAt,
  }
  if (!pool.isParallel) return { ...next, verdicts: {} }
  const word = { status, completedAt, ...(result.isStandIn === true ? { isStandIn: true } : {}) }
  return inPool({ ...next, verdicts: { ...state.verdicts, [result.location]: word } }, pool)
}

/** What a check that runs at all its locations at once makes of their verdicts, after its locations changed. */
export function inPool(state: CheckState, { isParallel, locations }: StatePool): CheckState {
  if (!isParallel) return state
  const entries = Object.entries(state.verdicts).filter(([name]) => locations.includes(name))
  const verdicts = Object.fromEntries(entries)
  const worst = worstVerdict(Object.values(verdicts).map(({ status }) => status))
  // Without a word from any of them, what was known last stands.
  return { ...state, verdicts, status: worst ?? state.status }
}

function withExtremes(state: CheckState, responseTime: number | null): CheckState {
  if (responseTime === null) return state
  return {
    ...state,
    longestRun: Math.max(state.longestRun ?? responseTime, responseTime),
    shortestRun: Math.min(state.shortestRun ?? responseTime, responseTime),
  }
}
