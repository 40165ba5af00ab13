import { escapeHtml } from '@sonde/ground/escape-html.ts'
import type { InviteRow } from '@sonde/store/accounts/invites.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'
import { formFields, nameField, newPasswordField } from '../http/plain-form.ts'
import { plainPage } from '../http/plain-page.ts'

type InviteView = Pick<InviteRow, 'accountName' | 'email' | 'inviterName' | 'inviterEmail'>

type State = {
  values: Readonly<Record<string, string>>
  mistakes: readonly Violation[]
  /** The identity provider that people can sign in with instead. */
  provider: string | null
}

/** For somebody who is new here. */
export function joinPage(invite: InviteView, state: State): string {
  return invitationPage(
    invite,
    `${addressField(invite)}
${formFields([nameField, newPasswordField], state)}
<button type="submit">Accept the invitation</button>`,
    state.provider,
  )
}

const ownPasswordField = {
  name: 'password',
  label: 'Your password',
  type: 'password',
  autocomplete: 'current-password',
  help: 'The one that you sign in with here.',
}

/** For a user of this installation: nobody else who has the address is to become them. */
export function signInToJoinPage(invite: InviteView, state: State): string {
  return invitationPage(
    invite,
    `${addressField(invite)}
${formFields([ownPasswordField], state)}
<button type="submit">Sign in and accept</button>`,
    state.provider,
  )
}

/** Says who is meant, and tells a password manager whose password it is. */
function addressField({ email }: InviteView): string {
  return (
    '<label for="email">E-mail</label>' +
    `<input id="email" type="email" autocomplete="username" readonly value="${escapeHtml(email)}">`
  )
}

/** Where passwords are turned off: the provider says that it is them. */
export function providerPage(invite: InviteView, provider: string): string {
  return invitationPage(invite, null, provider)
}

function invitationPage(
  { accountName, inviterName, inviterEmail, email }: InviteView,
  fields: string | null,
  provider: string | null,
): string {
  const inviter = inviterName === null ? inviterEmail : `${inviterName} (${inviterEmail})`
  return plainPage(
    'You are invited',
    `<p>${escapeHtml(inviter)} invites you to <strong>${escapeHtml(accountName)}</strong>. This address works once.</p>
${fields === null ? '' : `<form method="post">${fields}</form>`}
${provider === null ? '' : providerLink(email, provider)}`,
  )
}

function providerLink(email: string, provider: string): string {
  return `<p><a href="/oidc/start">Continue with ${escapeHtml(provider)}</a> as ${escapeHtml(email)}</p>`
}

export function tooOftenPage(retryAfterSeconds: number): string {
  return plainPage(
    'Too many wrong passwords',
    `<p>Try again in ${Math.ceil(retryAfterSeconds / 60)} min. The invitation stays good.</p>`,
  )
}

export function withoutPasswordPage({ email }: InviteView): string {
  return plainPage(
    'This user has no password yet',
    `<p>${escapeHtml(email)} is a user of this installation without a password, so nobody can show to be them.</p>
<p>Whoever runs this server sets one with <code>npx sonde reset-password</code>; open this address again then.</p>`,
  )
}

export function strangeInvitationPage(): string {
  return plainPage(
    'This form is from another page',
    '<p>Nothing was done. Open the address of the invitation itself and send the form that it shows.</p>',
  )
}

export function deadInvitationPage(): string {
  return plainPage(
    'This invitation does not work any more',
    `<p>An invitation works once, for 7 days, unless it is taken back. Ask whoever invited you for a new one.</p>
<p>You have accepted it already? <a href="/">Sign in</a></p>`,
  )
}
