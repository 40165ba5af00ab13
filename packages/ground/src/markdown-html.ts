import { inlineMarkdown, openOutsideLink } from './inline-markdown.ts'

/**
 * The little of Markdown that updates of incidents are written in: paragraphs, lists, bold, italics, code and links.
 * Everything else is shown as it was written. An address that is relative would lead somewhere else on each host, so that
 * links lead to other sites alone.
 */

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
  const shown = lines.map((line) => inlineMarkdown(line, openOutsideLink))
  if (kind === 'p') return `<p>${shown.join('<br>')}</p>`
  return `<${kind}>${shown.map((line) => `<li>${line}</li>`).join('')}</${kind}>`
}
