import { notifySubscribers } from '@sonde/status-pages/subscribers/notify-subscribers.ts'
import type { MaintenanceStatus } from '@sonde/schema/alerts/maintenance-window.ts'
import type { MaintenanceWindowRow } from '@sonde/store/maintenance/maintenance-windows.ts'
import type { MaintenanceRow } from '@sonde/store/maintenance/maintenances.ts'
import type { Db } from '@sonde/store/engine/store.ts'

/** How mails leave, if they do. */
export type Mailing = { publicUrl: string; canMail: boolean }

/** Mails the subscribers of the pages that show the maintenance, in the write that changes it. */
export async function announce(
  db: Db,
  window: MaintenanceWindowRow,
  news: { maintenance: MaintenanceRow; status: MaintenanceStatus; text: string; at: number },
  { publicUrl, canMail }: Mailing,
): Promise<number> {
  const visibility = window.config.statusPageVisibility
  if (!visibility.enabled || visibility.statusPageIds.length === 0) return 0
  const { startsAt, endsAt } = news.maintenance
  return await notifySubscribers(db, {
    accountId: window.accountId,
    at: news.at,
    publicUrl,
    canMail,
    update: {
      kind: 'maintenance',
      name: window.name,
      severity: visibility.severity,
      status: news.status,
      text: news.text,
      period: { startsAt, endsAt, timezone: window.config.timezone },
      serviceIds: visibility.affectAllServices ? null : visibility.serviceIds,
      pageIds: visibility.statusPageIds,
      excludedPageIds: [],
      namesServices: visibility.showAffectedServices,
    },
  })
}
