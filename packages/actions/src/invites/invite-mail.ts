import { escapeHtml } from '@sonde/ground/escape-html.ts'
import type { MailEvent } from '@sonde/schema/alerts/alert-event.ts'
import { inviteDays } from '@sonde/schema/accounts/invite.ts'
import { oneLine } from '@sonde/status-pages/subscribers/subscriber-mail.ts'
import type { InviteRow } from '@sonde/store/accounts/invites.ts'

export function inviteMail(
  { accountName, inviterName, inviterEmail }: Pick<InviteRow, 'accountName' | 'inviterName' | 'inviterEmail'>,
  { url, at }: { url: string; at: number },
): MailEvent {
  const account = oneLine(accountName)
  const inviter = inviterName === null ? inviterEmail : `${oneLine(inviterName)} (${inviterEmail})`
  const question = `${inviter} invites you to ${account} on Sonde, which watches over what they run.`
  const otherwise = 'If you do not know them, do nothing: the address then opens nothing any more.'
  return {
    kind: 'mail',
    subject: `Invitation to ${account}`,
    text: [
      question,
      '',
      `To accept, open this address within ${inviteDays} days. It opens once:`,
      url,
      '',
      otherwise,
      '',
    ].join('\n'),
    html: [
      '<!doctype html><html lang="en"><body style="font-family: sans-serif; max-width: 40em">',
      `<h1 style="font-size: 1.25em">Invitation to ${escapeHtml(account)}</h1>`,
      `<p>${escapeHtml(question)}</p>`,
      `<p><a href="${escapeHtml(url)}">Accept the invitation</a> (within ${inviteDays} days; it opens once)</p>`,
      `<p>${escapeHtml(otherwise)}</p>`,
      '</body></html>',
    ].join('\n'),
    headers: {},
    raisedAt: at,
  }
}
