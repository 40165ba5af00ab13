import { escapeHtml } from '@sonde/ground/escape-html.ts'
import { plainPage } from '../http/pages/plain-page.ts'

export function askPage({ address, pageName }: { address: string; pageName: string }): string {
  return plainPage(
    'Unsubscribe',
    `<p>${escapeHtml(address)} gets updates about ${escapeHtml(pageName)} by mail.</p>
<form method="post"><button type="submit">Unsubscribe</button></form>`,
  )
}

export function donePage({ address, pageName }: { address: string; pageName: string }): string {
  return plainPage(
    'You are unsubscribed',
    `<p>${escapeHtml(address)} no longer gets mails about ${escapeHtml(pageName)}.</p>`,
  )
}

/** Of a token that is none any more, or never was: which of the two is not told. */
export function endedPage(): string {
  return plainPage('You are unsubscribed', '<p>No more mails are sent for this subscription.</p>')
}

export function gonePage(): string {
  return plainPage('Subscription not found', '<p>It has already ended, or the link is incomplete.</p>')
}
