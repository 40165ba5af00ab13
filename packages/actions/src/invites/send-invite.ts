import { randomUUIDv7 } from 'node:crypto'
import type { OpenInvite } from '@sonde/schema/accounts/invite.ts'
import type { InviteRow } from '@sonde/store/accounts/invites.ts'
import { insertNotifications, notificationSealContext } from '@sonde/store/notifications/notifications.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ActionDeps } from '../action-deps.ts'
import { inviteAnswer } from './invite-answer.ts'
import { inviteMail } from './invite-mail.ts'

/**
 * Inside the write that made or renewed the invite: puts the mail into the outbox, where the operator has said how
 * mails are sent. `deps.wakeDelivery` is to be called after it.
 */
export async function sendInvite(
  db: Db,
  deps: Pick<ActionDeps, 'publicUrl' | 'alerting' | 'store'>,
  { invite, token, at }: { invite: InviteRow; token: string; at: number },
): Promise<OpenInvite> {
  const url = `${deps.publicUrl()}/invitations/${token}`
  const isMailed = deps.alerting.smtp !== null
  if (isMailed) {
    const id = randomUUIDv7()
    const mail = inviteMail(invite, { url, at })
    await insertNotifications(db, [
      {
        id,
        accountId: invite.accountId,
        lane: `invite/${invite.id}`,
        channelId: null,
        channelType: 'EMAIL',
        target: invite.email,
        shownConfig: {},
        checkId: null,
        checkType: null,
        alertId: null,
        resultId: null,
        // Whoever reads the database or a backup of it is not let in.
        event: { ...mail, text: '', html: '' },
        sealedEvent: deps.store.sealer.seal(JSON.stringify(mail), notificationSealContext(id)),
        isExempt: true,
        createdAt: at,
      },
    ])
  }
  return { ...inviteAnswer(invite), url, isMailed }
}
