import { type TargetVerdict, worstVerdict } from '@sonde/schema/runs/verdict.ts'
import type { PartialOccurrence } from '@sonde/store/alerts/alert-state.ts'

/**
 * A run that has ended. Its verdict is null when it says nothing: our own error, dropped, cancelled. `isStandIn`: this
 * server made it in place of an agent of its location.
 */
export type EndedRun = {
  scheduledAt: number
  origin: string
  verdict: TargetVerdict | null
  isStandIn?: boolean
}

export type OccurrencePlan = {
  /** Origins of the occurrence's own runs; the same at every call for one occurrence. */
  expected: readonly string[]
  /**
   * The last final verdicts, as of now, of the locations that were skipped because their run before was still
   * open. As of now, because that run may have ended badly after this occurrence was started.
   */
  carried: Readonly<Record<string, TargetVerdict>>
  /** Those of the carried ones that this server gave in place of an agent. */
  carriedStandIns?: readonly string[]
  /** Null, or not enabled: any failed run fails the occurrence. */
  threshold: { enabled: boolean; percentage: number } | null
}

export type ClosedOccurrence = {
  verdict: TargetVerdict
  /** Whether one of its own runs has the verdict. If not, the verdict was only carried and advances nothing. */
  isOwn: boolean
  /** Every location that voted failed, carried ones too. */
  failedOrigins: string[]
  /** Those of them that this server stood in for. */
  failedStandIns?: string[]
}

/**
 * What an occurrence knows after one more of its runs has ended. It fails as soon as enough runs have failed;
 * anything better has to wait for all of them. What comes after that changes nothing, nor does a second word
 * from the same location. All locations that this server stands in for are one place: they have one vote, the worst.
 */
export function joinRun(
  partial: PartialOccurrence | null,
  run: EndedRun,
  plan: OccurrencePlan,
): { partial: PartialOccurrence | null; closed: ClosedOccurrence | null } {
  const before = partial?.said ?? {}
  if (Object.hasOwn(before, run.origin)) return { partial, closed: null }
  const verdicts = { ...before, [run.origin]: run.verdict }
  const standIns = [...(partial?.standIns ?? []), ...(run.isStandIn === true ? [run.origin] : [])]
  const own = new Set([...plan.expected, ...Object.keys(verdicts)])
  const waiting = own.size - Object.keys(verdicts).length
  const wasClosed = partial?.isClosed ?? false
  const closed = wasClosed ? null : close(votesOf({ verdicts, standIns }, own, plan), waiting, plan.threshold)
  if (waiting === 0) return { partial: null, closed }
  const isClosed = wasClosed || closed !== null
  const { scheduledAt } = run
  return {
    partial: { scheduledAt, said: verdicts, ...(standIns.length === 0 ? {} : { standIns }), isClosed },
    closed,
  }
}

/** One word, by where the run began. */
type Vote = { origin: string; verdict: TargetVerdict; isOwn: boolean; isStandIn: boolean }

function votesOf(
  { verdicts, standIns }: { verdicts: PartialOccurrence['said']; standIns: readonly string[] },
  own: ReadonlySet<string>,
  { carried, carriedStandIns = [] }: OccurrencePlan,
): Vote[] {
  return [
    ...Object.entries(verdicts).flatMap(([origin, verdict]) =>
      verdict === null ? [] : [{ origin, verdict, isOwn: true, isStandIn: standIns.includes(origin) }],
    ),
    ...Object.entries(carried).flatMap(([origin, verdict]) =>
      own.has(origin) ? [] : [{ origin, verdict, isOwn: false, isStandIn: carriedStandIns.includes(origin) }],
    ),
  ]
}

/** The verdict of each place: of several stand-ins, which are all this server, the worst. */
function placesOf(votes: readonly Vote[]): TargetVerdict[] {
  const standIn = worstVerdict(votes.filter(({ isStandIn }) => isStandIn).map(({ verdict }) => verdict))
  const others = votes.filter(({ isStandIn }) => !isStandIn).map(({ verdict }) => verdict)
  return standIn === null ? others : [...others, standIn]
}

function close(
  votes: readonly Vote[],
  waiting: number,
  threshold: OccurrencePlan['threshold'],
): ClosedOccurrence | null {
  const places = placesOf(votes)
  // Those still out may all vote, each for a place of its own: a share that is reached now is reached whatever they do.
  const voters = places.length + waiting
  if (voters === 0) return null
  // With a single voter the threshold, whatever it is, and "any" come to the same.
  const isEnough = (count: number) =>
    threshold?.enabled === true ? count * 100 >= threshold.percentage * voters : count > 0
  const failed = places.filter((verdict) => verdict === 'failed').length
  const degraded = places.filter((verdict) => verdict === 'degraded').length
  const isOwn = (verdict: TargetVerdict) => votes.some((vote) => vote.isOwn && vote.verdict === verdict)
  const isFailed = isEnough(failed)
  // Failed by carried verdicts alone: an own run may still fail and make it count.
  if (waiting > 0 && !(isFailed && isOwn('failed'))) return null
  const verdict = isFailed ? 'failed' : isEnough(failed + degraded) ? 'degraded' : 'passed'
  const failedVotes = votes.filter((vote) => vote.verdict === 'failed')
  const failedStandIns = failedVotes.filter(({ isStandIn }) => isStandIn).map(({ origin }) => origin)
  return {
    verdict,
    isOwn: isOwn(verdict),
    failedOrigins: failedVotes.map(({ origin }) => origin),
    ...(failedStandIns.length === 0 ? {} : { failedStandIns }),
  }
}
