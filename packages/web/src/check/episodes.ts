import { dayMs } from '@sonde/ground/durations.ts'
import { classOf } from '@sonde/schema/alerts/alert.ts'
import { formatDuration } from '../parts/format.ts'
import type { CheckAlert } from '../resources/check-alerts.ts'

/** One outage: from its first problem to the recovery. Its alerts are in the order in which they were raised. */
export type Episode = { id: string; alerts: CheckAlert[]; beganAt: number; endedAt: number | null }

/** Newest first, as the alerts come. */
export function episodesOf(alerts: readonly CheckAlert[]): Episode[] {
  const byId = Map.groupBy(alerts, ({ episodeId }) => episodeId)
  return [...byId].map(([id, newestFirst]) => {
    const inOrder = newestFirst.toSorted(
      (left, right) => Date.parse(left.created_at) - Date.parse(right.created_at),
    )
    const [first] = inOrder
    const last = inOrder.at(-1)
    const isOver = last !== undefined && classOf(last.alertType) === 'recovery'
    return {
      id,
      alerts: inOrder,
      beganAt: first === undefined ? 0 : Date.parse(first.startedAt),
      endedAt: isOver ? Date.parse(last.startedAt) : null,
    }
  })
}

/** How long a problem that is over stays in view. */
export const recoveredForMs = dayMs

/** The last outage of a check, while it is over for less than a day. Null, too, where one goes on. */
export function recoveredEpisode(alerts: readonly CheckAlert[], now: number): Episode | null {
  const episodes = episodesOf(alerts.filter(({ alertType }) => classOf(alertType) !== 'ssl'))
  if (episodes.some(({ endedAt }) => endedAt === null)) return null
  const [last] = episodes.toSorted((left, right) => (right.endedAt ?? 0) - (left.endedAt ?? 0))
  return last !== undefined && now - (last.endedAt ?? 0) < recoveredForMs ? last : null
}

/** `Failed for 12 min`, or `Degraded for 3 h 2 min` where it never failed. */
export function episodeInWords({ alerts, beganAt, endedAt }: Episode): string {
  const hasFailed = alerts.some(({ alertType }) => classOf(alertType) === 'failure')
  const lasted = formatDuration(Math.max(1000, (endedAt ?? beganAt) - beganAt))
  return `${hasFailed ? 'Failed' : 'Degraded'} for ${lasted}`
}
