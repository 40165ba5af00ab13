import { createHash } from 'node:crypto'

const style = `
:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 26rem; margin: 3rem auto; padding: 0 1rem }
h1 { font-size: 1.4rem }
button { font: inherit; margin-top: 1rem; padding: .6rem 1.2rem }
`

const styleHash = createHash('sha256').update(style).digest('base64')

/** No script, no picture, no other address: only this page's own style and its own form. */
export const unsubscribePolicy =
  `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; ` +
  "base-uri 'none'; frame-ancestors 'none'"

export function askPage({ address, pageName }: { address: string; pageName: string }): string {
  return page(
    'Unsubscribe',
    `<p>${escaped(address)} gets mails about ${escaped(pageName)}.</p>
<form method="post"><button type="submit">Get no more of them</button></form>`,
  )
}

export function donePage({ address, pageName }: { address: string; pageName: string }): string {
  return page(
    'You are unsubscribed',
    `<p>${escaped(address)} gets no more mails about ${escaped(pageName)}.</p>`,
  )
}

export function gonePage(): string {
  return page(
    'There is no such subscription',
    '<p>It was ended already, or the address of this page is not complete.</p>',
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
