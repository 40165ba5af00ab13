import { escapeMarkup } from '@sonde/ground/escape-html.ts'

/**
 * The little of Markdown that updates of incidents are written in: paragraphs, lists, bold, italics, code and links.
 * Everything else is shown as it was written, HTML first of all. What matches stops at the next sign of its kind, so that
 * no text takes longer than its length says.
 */

type Mark = {
  pattern: RegExp
  html: (match: readonly string[], inner: (text: string) => string) => string | null
}

const marks: Readonly<Record<string, readonly Mark[]>> = {
  '\\': [{ pattern: /\\([!-/:-@[-`{-~])/y, html: ([, sign = '']) => escapeMarkup(sign) }],
  '`': [{ pattern: /`([^`\n]+)`/y, html: ([, code = '']) => `<code>${escapeMarkup(code)}</code>` }],
  '[': [
    {
      pattern: /\[([^[\]\n]+)\]\(([^\s()[\]]+)\)/y,
      html([, text = '', address = ''], inner) {
        if (!isAllowed(address)) return null
        return `<a href="${escapeMarkup(address)}" rel="nofollow noopener">${inner(text)}</a>`
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

/** Addresses that a visitor may be sent to; what is relative would lead somewhere else on each host. */
function isAllowed(address: string): boolean {
  if (!/^(https?:\/\/|mailto:)/i.test(address) || !URL.canParse(address)) return false
  return ['http:', 'https:', 'mailto:'].includes(new URL(address).protocol)
}

function inlineHtml(text: string, depth = 0): string {
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
      const rendered = match === null ? null : render(match, (inner) => inlineHtml(inner, depth + 1))
      if (rendered === null) continue
      html += escapeMarkup(text.slice(at, next)) + rendered
      at = end
      from = end
      break
    }
  }
}

const bullet = /^ {0,3}[-*+] +(?=\S)/
const number = /^ {0,3}\d{1,4}[.)] +(?=\S)/

type Block = { kind: 'p' | 'ul' | 'ol'; lines: string[] }

/** Blocks of HTML, complete and harmless, whatever was written. */
export function markdownHtml(text: string): string {
  const blocks: Block[] = []
  let open: Block | null = null
  for (const line of text.replaceAll(/\r\n?/g, '\n').split('\n')) {
    if (line.trim() === '') {
      open = null
      continue
    }
    const kind = bullet.test(line) ? 'ul' : number.test(line) ? 'ol' : 'p'
    if (open === null || open.kind !== kind) {
      open = { kind, lines: [] }
      blocks.push(open)
    }
    open.lines.push(kind === 'p' ? line.trim() : line.replace(kind === 'ul' ? bullet : number, '').trim())
  }
  return blocks.map(blockHtml).join('')
}

function blockHtml({ kind, lines }: Block): string {
  if (kind === 'p') return `<p>${lines.map((line) => inlineHtml(line)).join('<br>')}</p>`
  return `<${kind}>${lines.map((line) => `<li>${inlineHtml(line)}</li>`).join('')}</${kind}>`
}
