import { classOf } from '@sonde/schema/alerts/alert.ts'
import type { CheckAlertEvent } from '@sonde/schema/alerts/alert-event.ts'

/** When something began to be wrong, and for how long by the time of the alert: at a recovery, in all. */
export type Episode = { since: number; lastedMs: number }

/** A certificate that ends soon is no outage, and has none. */
export function episodeOf(event: CheckAlertEvent): Episode | null {
  if (event.ssl !== null) return null
  const isOver = classOf(event.alertType) === 'recovery'
  // The run that passed says when it was over, however late its result came in.
  const until = isOver ? (event.result?.startedAt ?? event.raisedAt) : event.raisedAt
  return { since: event.episodeSince, lastedMs: Math.max(0, until - event.episodeSince) }
}
