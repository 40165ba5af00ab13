import { hourMs } from '@sonde/ground/durations.ts'
import type { TargetVerdict } from '@sonde/schema/runs/verdict.ts'
import type { AlertedResult, AlertState, PartialOccurrence } from '@sonde/store/alerts/alert-state.ts'
import { joinRun } from '../occurrence.ts'
import type { FinishedRun } from './finished-run.ts'
import { isLate } from './is-late.ts'

/** An occurrence whose runs were lost with a restart never ends: it is forgotten. */
const longestOccurrenceMs = 2 * hourMs
const mostOccurrences = 50

export type Closed = {
  verdict: TargetVerdict
  isOwn: boolean
  failedOrigins: readonly string[]
  /** Those of them that this server stood in for. */
  failedStandIns?: readonly string[]
  /** The last of its results with the verdict; null when that is only carried. */
  result: AlertedResult | null
}

/** What the end of a run does to its occurrence: what is to be remembered, and its verdict once there is one. */
export function closeOccurrence(
  state: AlertState,
  run: FinishedRun,
  threshold: { enabled: boolean; percentage: number } | null,
): { state: AlertState; closed: Closed | null } {
  if (run.occurrence === null) {
    if (run.verdict === null || isLate(run, run.lastCompletedAt)) return { state, closed: null }
    const failedOrigins = run.verdict === 'failed' ? [run.origin] : []
    // Only where it matters: most checks never have an occurrence with several runs.
    const hasMark = state.occurrences.length > 0 || state.lastClosedAt !== null
    const occurrences = overtaken(state.occurrences, run.scheduledAt)
    const marked = hasMark ? { ...state, occurrences, lastClosedAt: run.completedAt } : state
    const failedStandIns = run.isStandIn ? failedOrigins : []
    const { verdict, result } = run
    return { state: marked, closed: { verdict, isOwn: true, failedOrigins, failedStandIns, result } }
  }
  const { scheduledAt } = run
  const before = state.occurrences.find((occurrence) => occurrence.scheduledAt === scheduledAt) ?? null
  const { partial, closed } = joinRun(before, run, {
    expected: run.occurrence.origins,
    carried: carriedVerdicts(run),
    carriedStandIns: run.occurrence.carried.filter((location) => run.verdicts[location]?.isStandIn === true),
    threshold: run.isParallel ? threshold : null,
  })
  const { verdict, result } = run
  const resultsByVerdict =
    verdict === null || result === null ? before?.told : { ...before?.told, [verdict]: result }
  const isOvertaken = before?.isOvertaken === true
  const occurrence =
    partial === null || partial.isClosed
      ? partial
      : {
          ...partial,
          ...(resultsByVerdict === undefined ? {} : { told: resultsByVerdict }),
          ...(isOvertaken ? { isOvertaken } : {}),
        }
  const occurrences = remembered(state.occurrences, scheduledAt, occurrence, run.completedAt)
  // On a check that does not run everywhere at once, slots have one run, which leaves no mark before the first
  // word of an occurrence like this one: until then what the check itself remembers is the mark.
  const isFirstWord = before === null && !run.isParallel
  const lastClosedAt = isFirstWord ? (run.lastCompletedAt ?? state.lastClosedAt) : state.lastClosedAt
  const isOldNews = isOvertaken && closed?.verdict !== 'failed'
  if (closed === null || isOldNews || isLate(run, lastClosedAt)) {
    return { state: { ...state, occurrences, lastClosedAt }, closed: null }
  }
  return {
    state: {
      ...state,
      occurrences: closed.isOwn ? overtaken(occurrences, scheduledAt) : occurrences,
      lastClosedAt: run.completedAt,
    },
    closed: { ...closed, result: resultsByVerdict?.[closed.verdict] ?? null },
  }
}

/**
 * A slow location may end a slot after a later slot has counted. If it ends badly that is news; if it ends well, it
 * must not undo what was seen since.
 */
function overtaken(occurrences: readonly PartialOccurrence[], scheduledAt: number): PartialOccurrence[] {
  return occurrences.map((other) =>
    other.scheduledAt < scheduledAt && !other.isClosed ? { ...other, isOvertaken: true } : other,
  )
}

export function carriedVerdicts({
  occurrence,
  verdicts,
}: Pick<FinishedRun, 'occurrence' | 'verdicts'>): Record<string, TargetVerdict> {
  const carried: Record<string, TargetVerdict> = {}
  for (const location of occurrence?.carried ?? []) {
    const status = verdicts[location]?.status
    if (status !== undefined) carried[location] = status
  }
  return carried
}

function remembered(
  occurrences: readonly PartialOccurrence[],
  scheduledAt: number,
  partial: PartialOccurrence | null,
  now: number,
): PartialOccurrence[] {
  const others = occurrences.filter(
    (other) => other.scheduledAt !== scheduledAt && now - other.scheduledAt < longestOccurrenceMs,
  )
  return [...others, ...(partial === null ? [] : [partial])].slice(-mostOccurrences)
}
