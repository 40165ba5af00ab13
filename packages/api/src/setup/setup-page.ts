import { createHash } from 'node:crypto'
import type { Violation } from '@sonde/schema/violation.ts'

const style = `
:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 26rem; margin: 3rem auto; padding: 0 1rem }
h1 { font-size: 1.4rem }
label { display: block; margin-top: 1rem; font-weight: 600 }
input { font: inherit; width: 100%; box-sizing: border-box; padding: .5rem; margin-top: .25rem }
small { display: block }
.mistake { color: light-dark(#b00020, #ff8a80) }
input[aria-invalid] { border: 2px solid light-dark(#b00020, #ff8a80) }
.mistake::before { content: "⚠ " }
button { font: inherit; margin-top: 1.5rem; padding: .6rem 1.2rem }
`

const styleHash = createHash('sha256').update(style).digest('base64')

/** No script, no picture, no other address: only this page's own style and its own form. */
export const pagePolicy =
  `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; ` +
  "base-uri 'none'; frame-ancestors 'none'"

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
    const value = values[field.name] ? ` value="${escaped(values[field.name] ?? '')}"` : ''
    const note = mistake
      ? `<small class="mistake" id="${field.name}-mistake">${escaped(field.label)} ${escaped(mistake.message)}.</small>`
      : ''
    return (
      `<label for="${field.name}">${field.label}</label>` +
      `<input id="${field.name}" name="${field.name}" type="${field.type}" ` +
      `autocomplete="${field.autocomplete}" required${value}${described}>${note}` +
      (field.help === '' || mistake ? '' : `<small>${field.help}</small>`)
    )
  })
  return page(
    'Set up Sonde',
    `<p>This address works once. Say who owns this installation.</p>
<form method="post">${inputs.join('\n')}
<button type="submit">Take ownership</button></form>`,
  )
}

export function claimedPage(email: string): string {
  return page(
    'This installation is yours',
    `<p>The owner is now ${escaped(email)}. The address that brought you here no longer works; your API key
does. <a href="/docs">What you can do with it</a></p>`,
  )
}

export function deadLinkPage(): string {
  return page(
    'This address does not work any more',
    '<p>A set-up address works once, for 24 hours. The API key that the first start printed still works.</p>',
  )
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${style}</style></head>
<body><main><h1>${title}</h1>
${body}</main></body></html>
`
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
