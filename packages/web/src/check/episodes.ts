import { classOf } from '@sonde/schema/alerts/alert.ts'
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
