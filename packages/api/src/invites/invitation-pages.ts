import { escapeHtml } from '@sonde/ground/escape-html.ts'
import type { InviteRow } from '@sonde/store/accounts/invites.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'
import { formFields, nameField, newPasswordField } from '../http/pages/plain-form.ts'
import { plainPage } from '../http/pages/plain-page.ts'

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
  help: 'The password that you use to sign in here.',
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
    `<p>${escapeHtml(inviter)} invites you to <strong>${escapeHtml(accountName)}</strong>. This link works once.</p>
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
    `<p>Try again in ${Math.ceil(retryAfterSeconds / 60)} min. The invitation stays valid.</p>`,
  )
}

export function withoutPasswordPage({ email }: InviteView): string {
  return plainPage(
    'This user has no password yet',
    `<p>${escapeHtml(email)} has an account here without a password, so the invitation cannot be accepted yet.</p>
<p>Ask the operator of this server to set one with <code>npx sonde reset-password</code>. Then open this link again.</p>`,
  )
}

export function strangeInvitationPage(): string {
  return plainPage(
    'This form was sent from another page',
    '<p>Nothing was changed. Open the link of the invitation and send its form.</p>',
  )
}

export function deadInvitationPage(): string {
  return plainPage(
    'This invitation is no longer valid',
    `<p>An invitation works once and expires after 7 days, or when it is revoked. Ask the person who invited you for a new one.</p>
<p>Already accepted? <a href="/">Sign in</a></p>`,
  )
}
