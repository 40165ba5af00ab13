import type { Verdict } from '@sonde/schema/runs/verdict.ts'
import type { CheckSession, SessionResult, SessionStatus } from '../../resources/check-sessions.ts'
import { verdictOf } from '../result/verdict-of.ts'

/** How far a run has come at one location. */
export type LocationProgress = {
  location: string
  responseTime: number | null
  resultId: string | null
  /** The host that it took no secrets to. */
  secretsWithheldFrom: string | null
} & (
  | { state: 'waiting' }
  | { state: 'running'; attempts: number }
  | { state: 'not-run'; note: string }
  | { state: 'ended'; verdict: Verdict; attempts: number }
)

type Session = Pick<CheckSession, 'status' | 'runLocations' | 'results'>

export function progressOf({ status, runLocations, results }: Session): LocationProgress[] {
  const names = [...new Set([...runLocations, ...results.map(({ runLocation }) => runLocation)])]
  return names.map((location) => {
    // A retry may have run elsewhere: the last attempt tells.
    const result = results.findLast(({ runLocation }) => runLocation === location)
    return progressAt(location, result, isOver(status))
  })
}

function progressAt(location: string, result: SessionResult | undefined, isEnded: boolean): LocationProgress {
  const unknown = { location, responseTime: null, resultId: null, secretsWithheldFrom: null }
  if (result === undefined) {
    return isEnded
      ? { ...unknown, state: 'not-run', note: 'the session ended before it' }
      : { ...unknown, state: 'waiting' }
  }
  const { responseTime, attempts, resultType, secretsWithheldFrom } = result
  const resultId = resultType === null ? null : result.checkResultId
  const fields = { location, responseTime, resultId, secretsWithheldFrom }
  if (result.aborted || resultType === null) {
    const note = result.scheduleError ?? (result.isCancelled ? 'it was cancelled' : 'no agent picked it up')
    return { ...fields, state: 'not-run', note }
  }
  if (resultType === 'ATTEMPT' && !isEnded) return { ...fields, state: 'running', attempts }
  return { ...fields, state: 'ended', verdict: verdictOf(result), attempts }
}

const endWords = {
  PASSED: 'Passed everywhere.',
  FAILED: 'Failed.',
  DEGRADED: 'Passed, but degraded.',
  TIMED_OUT: 'It did not end in time.',
  CANCELLED: 'It was cancelled.',
} as const satisfies Partial<Record<SessionStatus, string>>

export function isOver(status: SessionStatus): boolean {
  return Object.hasOwn(endWords, status)
}

export function sessionWords({ status, runLocations, results }: Session): string {
  switch (status) {
    case 'PASSED':
    case 'FAILED':
    case 'DEGRADED':
    case 'TIMED_OUT':
    case 'CANCELLED':
      return endWords[status]
    default: {
      const endedLocations = new Set(
        results.filter(({ resultType }) => resultType === 'FINAL').map(({ runLocation }) => runLocation),
      )
      return `Running: ${endedLocations.size} of ${runLocations.length} locations have ended.`
    }
  }
}
