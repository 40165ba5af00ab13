import { createHash } from 'node:crypto'

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

/** No script, no picture, no other address: only the page's own style and its own form. */
export const plainPagePolicy =
  `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; ` +
  "base-uri 'none'; frame-ancestors 'none'"

/** A page for the few things that a person opens without the web interface. `body` is HTML. */
export function plainPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${style}</style></head>
<body><main><h1>${title}</h1>
${body}</main></body></html>
`
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
