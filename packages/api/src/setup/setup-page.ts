import type { Violation } from '@sonde/schema/validation/violation.ts'
import { formFields, nameField, newPasswordField } from '../http/plain-form.ts'
import { plainPage } from '../http/plain-page.ts'

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
    `<p>This address works once. Say who owns this installation.</p>
<form method="post">${formFields(fields, state)}
<button type="submit">Take ownership</button></form>`,
  )
}

export function deadLinkPage(): string {
  return plainPage(
    'This address does not work any more',
    `<p>A set-up address works once, for 24 hours. The API key that the first start printed still works.</p>
<p>Whoever runs this server makes a new address with <code>npx sonde setup-link</code>.</p>`,
  )
}
