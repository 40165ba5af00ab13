import { escapeHtml } from '@sonde/ground/escape-html.ts'
import { plainPage } from '../http/plain-page.ts'

export function askPage({ address, pageName }: { address: string; pageName: string }): string {
  return plainPage(
    'Unsubscribe',
    `<p>${escapeHtml(address)} gets mails about ${escapeHtml(pageName)}.</p>
<form method="post"><button type="submit">Get no more of them</button></form>`,
  )
}

export function donePage({ address, pageName }: { address: string; pageName: string }): string {
  return plainPage(
    'You are unsubscribed',
    `<p>${escapeHtml(address)} gets no more mails about ${escapeHtml(pageName)}.</p>`,
  )
}

/** Of a token that is none any more, or never was: which of the two is not told. */
export function endedPage(): string {
  return plainPage('You are unsubscribed', '<p>No mails go out by this subscription.</p>')
}

export function gonePage(): string {
  return plainPage(
    'There is no such subscription',
    '<p>It was ended already, or the address of this page is not complete.</p>',
  )
}
