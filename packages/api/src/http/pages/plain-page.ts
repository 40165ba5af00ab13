import { createHash } from 'node:crypto'

const style = `
:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 28rem; margin: 0 auto; padding: 3rem 1rem;
  background: light-dark(#f6f7f9, #101418); color: light-dark(#28303b, #d6dbe1); overflow-wrap: anywhere }
main { background: light-dark(#fff, #181d23); border: 1px solid light-dark(#dce0e5, #2e363f);
  border-radius: .6rem; padding: 1.5rem }
main > :last-child { margin-bottom: 0 }
h1, h2 { color: light-dark(#14181f, #f2f4f7); line-height: 1.25; margin: 0 0 .75rem }
h1 { font-size: 1.5rem }
h2 { font-size: 1.15rem }
hr { border: 0; border-top: 1px solid light-dark(#dce0e5, #2e363f); margin: 1.75rem 0 1.5rem }
a { color: light-dark(#0b57d0, #8ab4f8) }
:focus-visible { outline: 3px solid light-dark(#0b57d0, #8ab4f8); outline-offset: 2px }
label { display: block; margin-top: 1rem; font-weight: 600 }
input { font: inherit; width: 100%; box-sizing: border-box; padding: .5rem .65rem; margin-top: .25rem; color: inherit;
  background: light-dark(#f6f7f9, #101418); border: 1px solid light-dark(#59636f, #9aa5b1); border-radius: .35rem }
small { display: block }
.mistake { color: light-dark(#b00020, #ff8a80) }
input[aria-invalid] { border: 2px solid light-dark(#b00020, #ff8a80) }
.mistake::before { content: "⚠ " }
button { font: inherit; font-weight: 600; margin-top: 1.25rem; padding: .6rem 1.2rem; border-radius: .35rem;
  border: 1px solid light-dark(#1f2933, #e4e8ed); background: light-dark(#1f2933, #e4e8ed);
  color: light-dark(#fff, #101418); cursor: pointer }
button.second { background: none; color: inherit }
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
