import { classOf } from '@sonde/schema/alerts/alert.ts'
import type { ReplayedAlert } from './backtest.ts'
import type { CheckAlertType } from './transitions.ts'

export type AlertComparison = {
  alertType: CheckAlertType
  /** With the current settings; of a new alert, with the others. */
  at: number
  /** What the other settings would have made of it. */
  verdict: 'same' | 'earlier' | 'later' | 'never' | 'new'
  /** How much earlier or later, else 0. */
  byMs: number
}

/**
 * What other settings would have changed. Alerts are compared within an episode, the first failure with the
 * first failure and so on, whatever the types are called: a higher threshold turns a failure into one that
 * remains. Reminders follow from their alerts and are left out.
 */
export function compareAlerts(
  current: readonly ReplayedAlert[],
  other: readonly ReplayedAlert[],
): AlertComparison[] {
  const pairs = pairUp(episodesOf(current), episodesOf(other))
  return pairs.flatMap(([mine, theirs]) => compareEpisodes(mine, theirs)).toSorted((a, b) => a.at - b.at)
}

/** The alerts from the first problem to the recovery. */
type Episode = { beginsAt: number; endsAt: number; alerts: ReplayedAlert[] }

function episodesOf(alerts: readonly ReplayedAlert[]): Episode[] {
  const episodes: Episode[] = []
  let open: Episode | null = null
  for (const alert of alerts) {
    if (alert.reminderSequence > 0) continue
    const isRecovery = classOf(alert.alertType) === 'recovery'
    if (open === null) {
      // The problem that a recovery without one belongs to lies before the first alert.
      open = { beginsAt: isRecovery ? -Infinity : alert.at, endsAt: Infinity, alerts: [] }
      episodes.push(open)
    }
    open.alerts.push(alert)
    if (!isRecovery) continue
    open.endsAt = alert.at
    open = null
  }
  return episodes
}

/** Both lists are in order of time, and so are the pairs: each episode with the first that overlaps it. */
function pairUp(
  current: readonly Episode[],
  other: readonly Episode[],
): [mine: Episode | null, theirs: Episode | null][] {
  const pairs: [Episode | null, Episode | null][] = []
  let next = 0
  for (const mine of current) {
    let theirs = other[next]
    while (theirs !== undefined && theirs.endsAt <= mine.beginsAt) {
      pairs.push([null, theirs])
      next += 1
      theirs = other[next]
    }
    const overlaps = theirs !== undefined && theirs.beginsAt < mine.endsAt
    pairs.push([mine, overlaps && theirs !== undefined ? theirs : null])
    if (overlaps) next += 1
  }
  for (const theirs of other.slice(next)) pairs.push([null, theirs])
  return pairs
}

function compareEpisodes(mine: Episode | null, theirs: Episode | null): AlertComparison[] {
  return (['failure', 'degraded', 'recovery'] as const).flatMap((alertClass) => {
    const ofClass = (episode: Episode | null) =>
      (episode?.alerts ?? []).filter(({ alertType }) => classOf(alertType) === alertClass)
    const before = ofClass(mine)
    const after = ofClass(theirs)
    return [
      ...before.map((alert, index) => compareAlert(alert, after[index])),
      ...after.slice(before.length).map(({ alertType, at }) => ({
        alertType,
        at,
        verdict: 'new' as const,
        byMs: 0,
      })),
    ]
  })
}

function compareAlert({ alertType, at }: ReplayedAlert, other: ReplayedAlert | undefined): AlertComparison {
  if (other === undefined) return { alertType, at, verdict: 'never', byMs: 0 }
  const byMs = Math.abs(other.at - at)
  const verdict = other.at === at ? 'same' : other.at < at ? 'earlier' : 'later'
  return { alertType, at, verdict, byMs }
}
