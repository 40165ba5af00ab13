import { escapeHtml } from '@sonde/ground/escape-html.ts'
import { plainPage } from '../../http/pages/plain-page.ts'

/** Each is the whole page. `back` leads to the status page. */

export function noPage(): string {
  return plainPage(
    'Page not found',
    '<p>The address is wrong, or the page was deleted. Check the link you followed.</p>',
  )
}

/** The same for an address that is subscribed already, so that nobody learns who is. */
export function askedPage({ address, back }: { address: string; back: string }): string {
  return plainPage(
    'Check your mail',
    `<p>We have sent a mail with a link to ${escapeHtml(address)}, unless it is already subscribed. Open the link within 7 days and
press the button to confirm.</p>
${backTo(back)}`,
  )
}

export function badAddressPage(back: string): string {
  return plainPage(
    'This is not an e-mail address',
    `<p>Enter an address such as ada@example.com.</p>
${backTo(back)}`,
  )
}

export function noMailPage(back: string): string {
  return plainPage(
    'Mail updates are not available',
    `<p>This server cannot send mail. Use the RSS or Atom feed of the page instead.</p>
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
    `<p>Nothing was changed. Open the status page and use its form.</p>
${backTo(back)}`,
  )
}

export function askConfirmPage({ address, pageName }: { address: string; pageName: string }): string {
  return plainPage(
    'Confirm your subscription',
    `<p>Send updates about ${escapeHtml(pageName)} to ${escapeHtml(address)}?</p>
<form method="post"><button type="submit">Confirm</button></form>`,
  )
}

export function confirmedPage({ address, pageName }: { address: string; pageName: string }): string {
  return plainPage(
    'You are subscribed',
    `<p>${escapeHtml(address)} now gets updates about ${escapeHtml(pageName)} by mail. Each mail has a link to unsubscribe.</p>`,
  )
}

export function deadConfirmationPage(): string {
  return plainPage(
    'This link is no longer valid',
    '<p>It is older than 7 days, was replaced by a newer one, or is incomplete. Subscribe again on the status page.</p>',
  )
}

function backTo(back: string): string {
  return `<p><a href="${escapeHtml(back)}">Back to the status page</a></p>`
}
