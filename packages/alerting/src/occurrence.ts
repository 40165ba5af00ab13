import type { TargetVerdict } from '@sonde/schema/runs/verdict.ts'
import type { PartialOccurrence } from '@sonde/store/alerts/alert-state.ts'

/** A run that has ended. `said` is null when it says nothing: our own error, dropped, cancelled. */
export type EndedRun = { scheduledAt: number; origin: string; verdict: TargetVerdict | null }

export type OccurrencePlan = {
  /** Origins of the occurrence's own runs; the same at every call for one occurrence. */
  expected: readonly string[]
  /**
   * The last final verdicts, as of now, of the locations that were skipped because their run before was still
   * open. As of now, because that run may have ended badly after this occurrence was started.
   */
  carried: Readonly<Record<string, TargetVerdict>>
  /** Null, or not enabled: any failed run fails the occurrence. */
  threshold: { enabled: boolean; percentage: number } | null
}

export type ClosedOccurrence = {
  verdict: TargetVerdict
  /** Whether one of its own runs has the verdict. If not, the verdict was only carried and advances nothing. */
  isOwn: boolean
  /** Every location that voted failed, carried ones too. */
  failedOrigins: string[]
}

/**
 * What an occurrence knows after one more of its runs has ended. It fails as soon as enough runs have failed;
 * anything better has to wait for all of them. What comes after that changes nothing, nor does a second word
 * from the same location.
 */
export function joinRun(
  partial: PartialOccurrence | null,
  run: EndedRun,
  plan: OccurrencePlan,
): { partial: PartialOccurrence | null; closed: ClosedOccurrence | null } {
  const before = partial?.said ?? {}
  if (Object.hasOwn(before, run.origin)) return { partial, closed: null }
  const verdicts = { ...before, [run.origin]: run.verdict }
  const own = new Set([...plan.expected, ...Object.keys(verdicts)])
  const waiting = own.size - Object.keys(verdicts).length
  const wasClosed = partial?.isClosed ?? false
  const closed = wasClosed ? null : close(votesOf(verdicts, own, plan.carried), waiting, plan.threshold)
  if (waiting === 0) return { partial: null, closed }
  const isClosed = wasClosed || closed !== null
  return { partial: { scheduledAt: run.scheduledAt, said: verdicts, isClosed }, closed }
}

type Vote = { origin: string; verdict: TargetVerdict; isOwn: boolean }

function votesOf(
  verdicts: PartialOccurrence['said'],
  own: ReadonlySet<string>,
  carried: OccurrencePlan['carried'],
): Vote[] {
  return [
    ...Object.entries(verdicts).flatMap(([origin, verdict]) =>
      verdict === null ? [] : [{ origin, verdict, isOwn: true }],
    ),
    ...Object.entries(carried).flatMap(([origin, verdict]) =>
      own.has(origin) ? [] : [{ origin, verdict, isOwn: false }],
    ),
  ]
}

function close(
  votes: readonly Vote[],
  waiting: number,
  threshold: OccurrencePlan['threshold'],
): ClosedOccurrence | null {
  // Those still out may all vote: a share that is reached now is reached whatever they do.
  const voters = votes.length + waiting
  if (voters === 0) return null
  // With a single voter the threshold, whatever it is, and "any" come to the same.
  const isEnough = (count: number) =>
    threshold?.enabled === true ? count * 100 >= threshold.percentage * voters : count > 0
  const failed = votes.filter(({ verdict }) => verdict === 'failed')
  const degraded = votes.filter(({ verdict }) => verdict === 'degraded')
  const isOwn = (verdict: TargetVerdict) => votes.some((vote) => vote.isOwn && vote.verdict === verdict)
  const isFailed = isEnough(failed.length)
  // Failed by carried verdicts alone: an own run may still fail and make it count.
  if (waiting > 0 && !(isFailed && isOwn('failed'))) return null
  const verdict = isFailed ? 'failed' : isEnough(failed.length + degraded.length) ? 'degraded' : 'passed'
  return { verdict, isOwn: isOwn(verdict), failedOrigins: failed.map(({ origin }) => origin) }
}
