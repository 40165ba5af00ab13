import { createHash } from 'node:crypto'

const style = `
:root { color-scheme: light dark }
body { font: 15px/1.6 system-ui, sans-serif; max-width: 28rem; margin: 0 auto; padding: 3rem 1rem;
  background: light-dark(#f6f7f9, #0c0f13); color: light-dark(#13171d, #e8ecf2); overflow-wrap: anywhere }
main { background: light-dark(#fff, #13171d); border: 1px solid light-dark(#e2e6ec, #272e38);
  border-radius: 8px; padding: 1.5rem }
main > :last-child { margin-bottom: 0 }
h1, h2 { line-height: 1.3; margin: 0 0 .75rem }
h1 { font-size: 22px }
h2 { font-size: 17px }
hr { border: 0; border-top: 1px solid light-dark(#e2e6ec, #272e38); margin: 1.75rem 0 1.5rem }
a { color: light-dark(#2450d3, #8eb0ff) }
:focus-visible { outline: 2px solid light-dark(#2450d3, #8eb0ff); outline-offset: 2px }
label { display: block; margin-top: 1rem; font-weight: 500 }
input { font: inherit; font-size: 16px; width: 100%; box-sizing: border-box; padding: .5rem .65rem; margin-top: .25rem;
  color: inherit; background: light-dark(#fff, #13171d); border: 1px solid light-dark(#808b9a, #6d7888); border-radius: 6px }
small { display: block; color: light-dark(#4f5968, #a6b0bd) }
.mistake { color: light-dark(#b01722, #ff8f8c) }
input[aria-invalid] { border: 2px solid light-dark(#b01722, #ff8f8c) }
.mistake::before { content: "⚠ " }
button { font: inherit; font-weight: 500; margin-top: 1.25rem; padding: .5rem 1rem; border-radius: 6px;
  border: 1px solid transparent; background: light-dark(#2450d3, #3763e6); color: #fff; cursor: pointer }
button.second { background: none; color: inherit; border-color: light-dark(#808b9a, #6d7888) }
@media (max-width: 479px) { body { padding: 1rem } main { padding: 1.25rem 1rem } }
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
