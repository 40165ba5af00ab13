import { randomUUIDv7 } from 'node:crypto'
import { escapeHtml } from '@sonde/ground/escape-html.ts'
import { showMoment } from '@sonde/ground/shown-time.ts'
import type { MailEvent } from '@sonde/schema/alerts/alert-event.ts'
import { listAccountsOfUser } from '@sonde/store/accounts/accounts.ts'
import { findUser } from '@sonde/store/accounts/users.ts'
import { insertNotifications } from '@sonde/store/notifications/notifications.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { UserActor } from '../actor.ts'

/**
 * Inside the write that changes how a user signs in: mails the user what was done, where the operator has said how mails are
 * sent, so that nobody changes it unnoticed. `deps.wakeDelivery` is to be called after it.
 */
export async function sendSecurityNotice(
  db: Db,
  deps: Pick<ActionDeps, 'alerting' | 'publicUrl'>,
  { userId, at, address }: Pick<UserActor, 'userId' | 'at' | 'address'>,
  what: string,
): Promise<void> {
  if (deps.alerting.smtp === null) return
  const user = await findUser(db, userId)
  // The outbox belongs to accounts.
  const [account] = await listAccountsOfUser(db, userId)
  if (user === null || account === undefined) return
  const id = randomUUIDv7()
  await insertNotifications(db, [
    {
      id,
      accountId: account.id,
      lane: `security/${userId}`,
      channelId: null,
      channelType: 'EMAIL',
      target: user.email,
      shownConfig: {},
      checkId: null,
      checkType: null,
      alertId: null,
      resultId: null,
      event: securityMail({ what, address, at, url: deps.publicUrl() }),
      isExempt: true,
      createdAt: at,
    },
  ])
}

function securityMail(notice: { what: string; address: string | null; at: number; url: string }): MailEvent {
  const lines = [
    notice.what,
    `Time: ${showMoment(notice.at)}. From: ${notice.address ?? 'the server itself'}.`,
    'If this was you, there is nothing to do. If not, change your password now and tell an administrator.',
  ]
  return {
    kind: 'mail',
    subject: 'Your sign-in to Sonde was changed',
    text: [...lines, notice.url, ''].join('\n\n'),
    html: [
      '<!doctype html><html lang="en"><body style="font-family: sans-serif; max-width: 40em">',
      '<h1 style="font-size: 1.25em">Your sign-in to Sonde was changed</h1>',
      ...lines.map((line) => `<p>${escapeHtml(line)}</p>`),
      `<p><a href="${escapeHtml(notice.url)}">Open Sonde</a></p>`,
      '</body></html>',
    ].join('\n'),
    headers: {},
    raisedAt: notice.at,
  }
}
