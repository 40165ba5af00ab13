import { escapeHtml } from '@sonde/ground/escape-html.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'

export type FormField = { name: string; label: string; type: string; autocomplete: string; help: string }

/** The fields of a form that is shown without the web interface, each with what is wrong with it. */
export function formFields(
  fields: readonly FormField[],
  { values, mistakes }: { values: Readonly<Record<string, string>>; mistakes: readonly Violation[] },
): string {
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
  return inputs.join('\n')
}

export const nameField: FormField = {
  name: 'name',
  label: 'Your name',
  type: 'text',
  autocomplete: 'name',
  help: '',
}

export const newPasswordField: FormField = {
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'new-password',
  help: 'At least 12 characters.',
}
