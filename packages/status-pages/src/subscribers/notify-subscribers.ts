import { insertNotifications, type NewNotification } from '@sonde/store/notifications/notifications.ts'
import { lockPages, pagesShowing } from '@sonde/store/status-pages/status-pages.ts'
import { verifiedSubscribersOf } from '@sonde/store/status-pages/status-page-subscribers.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { type Period, subscriberMail } from './subscriber-mail.ts'
import { subscriberNotification } from './subscriber-notification.ts'

/** An update of an incident or of a maintenance, as subscribers are told it. */
export type SubscriberUpdate = {
  kind: 'incident' | 'maintenance'
  name: string
  severity: string | null
  status: string
  text: string
  /** Where it was planned. */
  period?: Period | null
  /** The services that it is about; null: all of them. */
  serviceIds: readonly string[] | null
  /** The pages that show it; null: every page that shows one of the services. */
  pageIds: readonly string[] | null
  /** Pages that do not, whatever they show. */
  excludedPageIds: readonly string[]
  /** False: no service is named. */
  namesServices: boolean
}

export type Notifying = {
  accountId: string
  at: number
  /** Without a slash at the end. */
  publicUrl: string
  /** False: nothing is written, for nothing could be sent. */
  canMail: boolean
}

/**
 * Writes one mail for each verified subscriber of each page that shows the update, in the write that posts it.
 * Returns how many.
 */
export async function notifySubscribers(
  db: Db,
  { accountId, at, publicUrl, canMail, update }: Notifying & { update: SubscriberUpdate },
): Promise<number> {
  if (!canMail) return 0
  const { serviceIds, pageIds, excludedPageIds } = update
  const candidates = await pagesShowing(db, { accountId, serviceIds, pageIds })
  const pages = new Map(
    candidates.filter(({ id }) => !excludedPageIds.includes(id)).map((page) => [page.id, page]),
  )
  const ids = [...pages.keys()]
  // Mails to one subscriber arrive in the order in which the updates were posted.
  await lockPages(db, ids)
  const subscribers = await verifiedSubscribersOf(db, ids)
  const rows = subscribers.flatMap((subscriber): NewNotification[] => {
    const page = pages.get(subscriber.pageId)
    if (page === undefined) return []
    const event = subscriberMail({
      ...update,
      period: update.period ?? null,
      page,
      services: update.namesServices ? page.services.map(({ name }) => name) : [],
      publicUrl,
      token: subscriber.token,
      at,
    })
    return [subscriberNotification({ accountId, subscriber, event, at })]
  })
  await insertNotifications(db, rows)
  return rows.length
}
