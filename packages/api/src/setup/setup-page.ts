import type { Violation } from '@sonde/schema/violation.ts'
import { escapeHtml, plainPage } from '../http/plain-page.ts'

type Field = { name: string; label: string; type: string; autocomplete: string; help: string }

const fields: readonly Field[] = [
  { name: 'name', label: 'Your name', type: 'text', autocomplete: 'name', help: '' },
  { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'email', help: '' },
  {
    name: 'password',
    label: 'Password',
    type: 'password',
    autocomplete: 'new-password',
    help: 'At least 12 characters. For the web interface, which this version does not have yet.',
  },
]

export function formPage({
  values,
  mistakes,
}: {
  values: Readonly<Record<string, string>>
  mistakes: readonly Violation[]
}): string {
  const inputs = fields.map((field) => {
    const mistake = mistakes.find(({ path }) => path === field.name)
    const described = mistake ? ` aria-invalid="true" aria-describedby="${field.name}-mistake"` : ''
    const value = values[field.name] ? ` value="${escapeHtml(values[field.name] ?? '')}"` : ''
    const note = mistake
      ? `<small class="mistake" id="${field.name}-mistake">${escapeHtml(field.label)} ${escapeHtml(mistake.message)}.</small>`
      : ''
    return (
      `<label for="${field.name}">${field.label}</label>` +
      `<input id="${field.name}" name="${field.name}" type="${field.type}" ` +
      `autocomplete="${field.autocomplete}" required${value}${described}>${note}` +
      (field.help === '' || mistake ? '' : `<small>${field.help}</small>`)
    )
  })
  return plainPage(
    'Set up Sonde',
    `<p>This address works once. Say who owns this installation.</p>
<form method="post">${inputs.join('\n')}
<button type="submit">Take ownership</button></form>`,
  )
}

export function claimedPage(email: string): string {
  return plainPage(
    'This installation is yours',
    `<p>The owner is now ${escapeHtml(email)}. The address that brought you here no longer works; your API key
does. <a href="/docs">What you can do with it</a></p>`,
  )
}

export function deadLinkPage(): string {
  return plainPage(
    'This address does not work any more',
    `<p>A set-up address works once, for 24 hours. The API key that the first start printed still works.</p>
<p>Whoever runs this server makes a new address with <code>npx sonde setup-link</code>.</p>`,
  )
}
