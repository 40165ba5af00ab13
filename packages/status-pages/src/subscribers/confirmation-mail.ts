import { escapeHtml } from '@sonde/ground/escape-html.ts'
import type { MailEvent } from '@sonde/schema/alerts/alert-event.ts'
import { oneLine } from './subscriber-mail.ts'

/** Asks whether somebody wants the mails about a page: whoever typed the address may be anybody. */
export function confirmationMail({
  page,
  publicUrl,
  confirmToken,
  token,
  at,
}: {
  page: { name: string; url: string }
  publicUrl: string
  confirmToken: string
  /** Of the link that ends it. */
  token: string
  at: number
}): MailEvent {
  const pageUrl = `${publicUrl}/status/${page.url}`
  const confirmUrl = `${pageUrl}/confirm/${confirmToken}`
  const unsubscribeUrl = `${pageUrl}/unsubscribe/${token}`
  const name = oneLine(page.name)
  const question = `Somebody, probably you, subscribed this address to updates about ${name}.`
  const otherwise =
    'If this was not you, ignore this mail: you get no more mails, and the request expires after 7 days.'
  return {
    kind: 'mail',
    subject: `[${name}] Please confirm your subscription`,
    text: [
      question,
      '',
      'To confirm, open this link within 7 days and press the button:',
      confirmUrl,
      '',
      otherwise,
      '',
      `To cancel the request now: ${unsubscribeUrl}`,
      '',
    ].join('\n'),
    html: [
      '<!doctype html><html lang="en"><body style="font-family: sans-serif; max-width: 40em">',
      '<h1 style="font-size: 1.25em">Please confirm your subscription</h1>',
      `<p>${escapeHtml(question)}</p>`,
      `<p><a href="${escapeHtml(confirmUrl)}">Confirm the subscription</a> (within 7 days)</p>`,
      `<p>${escapeHtml(otherwise)}</p>`,
      `<p><small><a href="${escapeHtml(unsubscribeUrl)}">Cancel the request now</a></small></p>`,
      '</body></html>',
    ].join('\n'),
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    raisedAt: at,
  }
}
