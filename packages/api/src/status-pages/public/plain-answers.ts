import { escapeHtml } from '@sonde/ground/escape-html.ts'
import { plainPage } from '../../http/plain-page.ts'

/** Each is the whole page. `back` leads to the status page. */

export function noPage(): string {
  return plainPage('There is no such page', '<p>The address is not complete, or the page was removed.</p>')
}

/** The same for an address that is subscribed already, so that nobody learns who is. */
export function askedPage({ address, back }: { address: string; back: string }): string {
  return plainPage(
    'Look into your mail',
    `<p>Unless it is subscribed already, ${escapeHtml(address)} gets a mail with a link. Open it within 7 days, and
press the button, to get mails about this page.</p>
${backTo(back)}`,
  )
}

export function badAddressPage(back: string): string {
  return plainPage(
    'This is no e-mail address',
    `<p>Type it again, such as ada@example.com.</p>
${backTo(back)}`,
  )
}

export function noMailPage(back: string): string {
  return plainPage(
    'Nobody can subscribe here',
    `<p>This server has no mail settings. The feeds of the page tell the same as mails would.</p>
${backTo(back)}`,
  )
}

export function tooManyPage({ minutes, back }: { minutes: number; back: string }): string {
  return plainPage(
    'Too many requests',
    `<p>Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.</p>
${backTo(back)}`,
  )
}

export function strangePage(back: string): string {
  return plainPage(
    'This form came from another site',
    `<p>Nothing was done. Open the page itself and send its form.</p>
${backTo(back)}`,
  )
}

export function askConfirmPage({ address, pageName }: { address: string; pageName: string }): string {
  return plainPage(
    'Confirm your subscription',
    `<p>Shall ${escapeHtml(address)} get mails about ${escapeHtml(pageName)}?</p>
<form method="post"><button type="submit">Yes, confirm</button></form>`,
  )
}

export function confirmedPage({ address, pageName }: { address: string; pageName: string }): string {
  return plainPage(
    'You are subscribed',
    `<p>${escapeHtml(address)} gets mails about ${escapeHtml(pageName)}. Each of them has a link that ends it.</p>`,
  )
}

export function deadConfirmationPage(): string {
  return plainPage(
    'This link is good no more',
    '<p>It is older than 7 days, a newer one was sent, or the address is not complete. Subscribe again at the page.</p>',
  )
}

function backTo(back: string): string {
  return `<p><a href="${escapeHtml(back)}">Back to the status page</a></p>`
}
