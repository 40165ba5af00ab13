import type { Violation } from '@sonde/schema/validation/violation.ts'
import { formFields, nameField, newPasswordField } from '../http/pages/plain-form.ts'
import { plainPage } from '../http/pages/plain-page.ts'

const fields = [
  nameField,
  { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'email', help: '' },
  newPasswordField,
]

export function formPage(state: {
  values: Readonly<Record<string, string>>
  mistakes: readonly Violation[]
}): string {
  return plainPage(
    'Set up Sonde',
    `<p>Create the owner of this installation. This link works once.</p>
<form method="post">${formFields(fields, state)}
<button type="submit">Create owner</button></form>`,
  )
}

export function deadLinkPage(): string {
  return plainPage(
    'This link is no longer valid',
    `<p>A set-up link works once and expires after 24 hours. The API key that the first start printed still works.</p>
<p>The operator of this server can create a new link with <code>npx sonde setup-link</code>.</p>
<p>Have you chosen a password already? <a href="/sign-in">Sign in</a></p>`,
  )
}
