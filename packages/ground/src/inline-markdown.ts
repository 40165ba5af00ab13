import { escapeMarkup } from './escape-html.ts'

/**
 * The opening tag of a link to this address, or null where it may not lead: then the link is shown as it was written.
 */
export type OpenLink = (address: string) => string | null

type Mark = {
  pattern: RegExp
  html: (match: readonly string[], inner: (text: string) => string, openLink: OpenLink) => string | null
}

const marks: Readonly<Record<string, readonly Mark[]>> = {
  '\\': [{ pattern: /\\([!-/:-@[-`{-~])/y, html: ([, sign = '']) => escapeMarkup(sign) }],
  '`': [{ pattern: /`([^`\n]+)`/y, html: ([, code = '']) => `<code>${escapeMarkup(code)}</code>` }],
  '[': [
    {
      pattern: /\[([^[\]\n]+)\]\(([^\s()[\]]+)\)/y,
      html([, text = '', address = ''], inner, openLink) {
        const tag = openLink(address)
        return tag === null ? null : `${tag}${inner(text)}</a>`
      },
    },
  ],
  '*': [
    {
      pattern: /\*\*(?! )([^*\n]+)(?<! )\*\*/y,
      html: ([, text = ''], inner) => `<strong>${inner(text)}</strong>`,
    },
    { pattern: /\*(?! )([^*\n]+)(?<! )\*/y, html: ([, text = ''], inner) => `<em>${inner(text)}</em>` },
  ],
  // In the middle of a word it is part of a name.
  _: [
    {
      pattern: /(?<![\p{L}\p{N}_])__(?! )([^_\n]+)(?<! )__(?![\p{L}\p{N}_])/uy,
      html: ([, text = ''], inner) => `<strong>${inner(text)}</strong>`,
    },
    {
      pattern: /(?<![\p{L}\p{N}_])_(?! )([^_\n]+)(?<! )_(?![\p{L}\p{N}_])/uy,
      html: ([, text = ''], inner) => `<em>${inner(text)}</em>`,
    },
  ],
}

const signs = /[\\`[*_]/g
/** Bold text with a link whose text is code: more is not written by hand. */
const deepest = 4

/**
 * Bold, italics, code and links within a text, as complete and harmless HTML. Everything else is shown as it was written,
 * HTML first of all. What matches stops at the next sign of its kind, so that no text takes longer than its length says.
 */
export function inlineMarkdown(text: string, openLink: OpenLink, depth = 0): string {
  let html = ''
  let at = 0
  let from = 0
  for (;;) {
    signs.lastIndex = from
    const next = depth < deepest ? signs.exec(text)?.index : undefined
    if (next === undefined) return html + escapeMarkup(text.slice(at))
    from = next + 1
    for (const { pattern, html: render } of marks[text.charAt(next)] ?? []) {
      pattern.lastIndex = next
      const match = pattern.exec(text)
      const end = pattern.lastIndex
      const rendered =
        match === null ? null : render(match, (inner) => inlineMarkdown(inner, openLink, depth + 1), openLink)
      if (rendered === null) continue
      html += escapeMarkup(text.slice(at, next)) + rendered
      at = end
      from = end
      break
    }
  }
}

/** The opening tag of a link to another site; null for everything that is no address of one. */
export function openOutsideLink(address: string): string | null {
  if (!/^(https?:\/\/|mailto:)/i.test(address) || !URL.canParse(address)) return null
  if (!['http:', 'https:', 'mailto:'].includes(new URL(address).protocol)) return null
  return `<a href="${escapeMarkup(address)}" rel="nofollow noopener">`
}
