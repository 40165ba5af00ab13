import { createHash, randomBytes } from 'node:crypto'
import { dayMs } from '@sonde/ground/durations.ts'
import { insertNotifications } from '@sonde/store/notifications/notifications.ts'
import type { PageRow } from '@sonde/store/status-pages/status-pages.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { noteConfirmationMail } from '@sonde/store/status-pages/subscriber-confirmations.ts'
import { confirmationMail } from './confirmation-mail.ts'
import { subscriberNotification } from './subscriber-notification.ts'

/** How long the link of the mail is good. */
const confirmMs = 7 * dayMs

export type Asking = { at: number; publicUrl: string }

/** Writes the mail that asks a pending subscriber, in the write that made or found the subscription. */
export async function askToConfirm(
  db: Db,
  page: Pick<PageRow, 'accountId' | 'name' | 'url'>,
  subscriber: { id: string; address: string; token: string },
  { at, publicUrl }: Asking,
): Promise<void> {
  const confirmToken = randomBytes(32).toString('hex')
  const { id, token } = subscriber
  await noteConfirmationMail(db, {
    id,
    hash: hashConfirmToken(confirmToken),
    until: at + confirmMs,
    sentAt: at,
  })
  const event = confirmationMail({ page, publicUrl, confirmToken, token, at })
  await insertNotifications(db, [
    subscriberNotification({ accountId: page.accountId, subscriber, event, at }),
  ])
}

export function hashConfirmToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
