import type { Db } from '../engine/database.ts'

/** How long one failure alert took, from the slot of the first failed run of its episode; null: not yet. */
export type PageTime = { writtenMs: number; firstTryMs: number | null; acceptedMs: number | null }

const failureAlerts = ['ALERT_FAILURE', 'ALERT_FAILURE_REMAIN', 'ALERT_DEGRADED_FAILURE'] as const

/** Of the failure alerts of one check, without reminders; with several channels the quickest counts. Newest first. */
export async function pageTimes(
  db: Db,
  { checkId, from, limit }: { checkId: string; from: number; limit: number },
): Promise<PageTime[]> {
  const rows = await db
    .selectFrom('check_alerts')
    .leftJoin('notifications', 'notifications.alert_id', 'check_alerts.id')
    .select(({ fn }) => [
      'check_alerts.id',
      'check_alerts.episode_since',
      'check_alerts.created_at',
      fn.min('notifications.first_try_at').as('first_try_at'),
      fn
        .min<number | null>('notifications.ended_at')
        .filterWhere('notifications.status', '=', 'SUCCESS')
        .as('accepted_at'),
    ])
    .where('check_alerts.check_id', '=', checkId)
    .where('check_alerts.created_at', '>=', from)
    .where('check_alerts.alert_type', 'in', failureAlerts)
    .where('check_alerts.reminder_sequence', '=', 0)
    .groupBy(['check_alerts.id', 'check_alerts.episode_since', 'check_alerts.created_at'])
    .orderBy('check_alerts.created_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => {
    const since = (at: number | null) => (at === null ? null : Number(at) - row.episode_since)
    return {
      writtenMs: row.created_at - row.episode_since,
      firstTryMs: since(row.first_try_at),
      acceptedMs: since(row.accepted_at),
    }
  })
}
