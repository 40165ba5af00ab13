import { minuteMs } from '@sonde/ground/durations.ts'
import type { FollowedCheck } from '@sonde/store/status-pages/followed-checks.ts'
import type { PageState } from './page-state.ts'
import { hasSay } from './rules/chosen-checks.ts'

/** A followed check, and whether a maintenance window pauses it. */
export type FollowedState = Pick<
  FollowedCheck,
  'isActivated' | 'status' | 'statusSince' | 'troubleSince' | 'completedAt' | 'frequencyMinutes'
> & { isInMaintenance: boolean }

/** A check that has said nothing for two intervals and this is not known to be well. */
const lateMs = 10 * minuteMs

/**
 * The state of a service that follows these checks. Those that are paused, in maintenance or without a result of late
 * have no say. Of the others: all failing is a major outage, some failing a partial one, and any degraded degrades it.
 * Only verdicts count, so that a run without one changes nothing.
 */
export function stateOfFollowed(
  checks: readonly FollowedState[],
  { delayMs, now }: { delayMs: number; now: number },
): PageState {
  const active = checks.filter(({ isActivated }) => isActivated)
  if (active.length === 0) return 'NO_DATA'
  if (active.every(({ isInMaintenance }) => isInMaintenance)) return 'MAINTENANCE'
  const verdicts = active.filter(hasSay).flatMap((check) => verdictAt(check, { delayMs, now }) ?? [])
  if (verdicts.length === 0) return 'NO_DATA'
  const failing = verdicts.filter((verdict) => verdict === 'failed').length
  if (failing === verdicts.length) return 'MAJOR'
  if (failing > 0) return 'MEDIUM'
  return verdicts.includes('degraded') ? 'MINOR' : 'OPERATIONAL'
}

/** When the delay of a check ends that has begun to fail: pages change then although nothing is written. */
export function nextFollowedChange(
  checks: readonly FollowedState[],
  { delayMs, now }: { delayMs: number; now: number },
): number | null {
  const ends = checks
    .filter(({ status }) => status === 'failed' || status === 'degraded')
    .flatMap(({ statusSince, troubleSince }) => [statusSince, troubleSince])
    .flatMap((since) => (since === null ? [] : [since + delayMs]))
    .filter((at) => at > now)
  return ends.length === 0 ? null : Math.min(...ends)
}

/**
 * What the page says of one check. What began within the delay is not said yet, but a check that was in trouble before
 * is not called well meanwhile: it counts as degraded, whichever of the two it has come from.
 */
function verdictAt(
  { status, statusSince, troubleSince, completedAt, frequencyMinutes }: FollowedState,
  { delayMs, now }: { delayMs: number; now: number },
): 'passed' | 'degraded' | 'failed' | null {
  if (status === null) return null
  const silentMs = completedAt === null ? 0 : now - completedAt
  if (frequencyMinutes !== null && silentMs > 2 * frequencyMinutes * minuteMs + lateMs) return null
  const hasLasted = (since: number | null) => since === null || since + delayMs <= now
  if (status === 'passed' || hasLasted(statusSince)) return status
  return hasLasted(troubleSince ?? statusSince) ? 'degraded' : 'passed'
}
