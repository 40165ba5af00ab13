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
  const question = `${inviter} invites you to the account ${account} on Sonde, a monitoring service.`
  const otherwise = 'If you do not expect this invitation, ignore this mail: the link expires.'
  return {
    kind: 'mail',
    subject: `Invitation to ${account}`,
    text: [
      question,
      '',
      `To accept, open this link within ${inviteDays} days. It works once:`,
      url,
      '',
      otherwise,
      '',
    ].join('\n'),
    html: [
      '<!doctype html><html lang="en"><body style="font-family: sans-serif; max-width: 40em">',
      `<h1 style="font-size: 1.25em">Invitation to ${escapeHtml(account)}</h1>`,
      `<p>${escapeHtml(question)}</p>`,
      `<p><a href="${escapeHtml(url)}">Accept the invitation</a> (within ${inviteDays} days; the link works once)</p>`,
      `<p>${escapeHtml(otherwise)}</p>`,
      '</body></html>',
    ].join('\n'),
    headers: {},
    raisedAt: at,
  }
}
