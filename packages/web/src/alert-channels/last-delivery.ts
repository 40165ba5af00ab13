import type { AlertNotification } from '../resources/alert-notifications.ts'

/** `isAll`: every delivery of the time was looked through, so that "none" means none. */
export type LastDelivery = { notification: AlertNotification | null; failures: number; isAll: boolean }

/** What the receiver said to the last attempt, whatever message it was for; null when that was delivered. */
export function lastFailure(
  recent: readonly Pick<AlertNotification, 'status' | 'timestamp' | 'tries' | 'notificationResult'>[],
): string | null {
  const [last] = recent
    .filter(({ tries, status }) => tries > 0 && status !== 'RATE_LIMITED')
    .toSorted((a, b) => (b.timestamp ?? '').localeCompare(a.timestamp ?? ''))
  if (last === undefined || last.status === 'SUCCESS') return null
  return last.notificationResult?.trim().split('\n', 1)[0] || null
}

type Page = { items: readonly AlertNotification[]; total: number | null } | undefined

/** The newest delivery of each channel and how many were lost, from the newest ones of all channels. */
export function lastByChannel(recent: Page, failurePage: Page): (channelId: number) => LastDelivery {
  const newest = new Map<number, AlertNotification>()
  const failures = new Map<number, number>()
  for (const one of failurePage?.items ?? []) {
    if (one.alertChannelId === undefined) continue
    failures.set(one.alertChannelId, (failures.get(one.alertChannelId) ?? 0) + 1)
  }
  for (const one of recent?.items ?? []) {
    if (one.alertChannelId !== undefined && !newest.has(one.alertChannelId))
      newest.set(one.alertChannelId, one)
  }
  const isAll = recent !== undefined && (recent.total ?? 0) <= recent.items.length
  return (channelId) => ({
    notification: newest.get(channelId) ?? null,
    failures: failures.get(channelId) ?? 0,
    isAll,
  })
}
