import { posix } from 'node:path'
import { escapeHtml, escapeMarkup } from '@sonde/ground/escape-html.ts'
import { inlineMarkdown, openOutsideLink, type OpenLink } from '@sonde/ground/inline-markdown.ts'
import { parseMarkdown, type Block } from './markdown-blocks.ts'

/** Where the documentation is served. */
export const helpPath = '/help'

/** A heading with what stands below it, up to the next one. `heading` and `text` are plain text. */
export type HelpSection = { level: number; heading: string; anchor: string; text: string }

/** One file of the documentation. Its first section bears the title of the page. */
export type HelpDocument = {
  /** The file without `.md`, such as `monitors/url`. */
  name: string
  title: string
  /** The first paragraph, as plain text. */
  summary: string
  html: string
  sections: readonly HelpSection[]
}

export function renderDocument(name: string, markdown: string): HelpDocument {
  const openLink = linkOpener(name)
  const anchors = new Map<string, number>()
  const sections: { level: number; heading: string; anchor: string; html: string }[] = []
  const inline = (text: string) => inlineMarkdown(text, openLink)
  const blocks = parseMarkdown(markdown)

  const html = blocks.map((block) => {
    if (block.kind !== 'heading') {
      const shown = blockHtml(block, inline)
      const section = sections.at(-1)
      if (section !== undefined) section.html += `${shown}\n`
      return shown
    }
    const shown = inline(block.text)
    const anchor = uniqueAnchor(plainText(shown), anchors)
    sections.push({ level: block.level, heading: plainText(shown), anchor, html: '' })
    return headingHtml(block.level, { shown, anchor })
  })

  const first = blocks.find((block) => block.kind === 'paragraph')
  return {
    name,
    title: sections[0]?.heading ?? name,
    summary: first === undefined ? '' : plainText(inline(first.text)),
    html: html.join('\n'),
    sections: sections.map(({ html: below, ...section }) => ({ ...section, text: plainText(below) })),
  }
}

function headingHtml(level: number, { shown, anchor }: { shown: string; anchor: string }): string {
  const id = escapeHtml(anchor)
  if (level === 1) return `<h1 id="${id}">${shown}</h1>`
  const link = `<a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`
  return `<h${level} id="${id}">${shown} ${link}</h${level}>`
}

function blockHtml(block: Exclude<Block, { kind: 'heading' }>, inline: (text: string) => string): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p>${inline(block.text)}</p>`
    case 'code':
      return `<pre tabindex="0"><code>${escapeMarkup(block.lines.join('\n'))}</code></pre>`
    case 'table':
      return tableHtml(block, inline)
    case 'list': {
      const tag = block.isOrdered ? 'ol' : 'ul'
      const items = block.items.map((item) => `<li>${itemHtml(item, inline)}</li>`)
      return `<${tag}>${items.join('\n')}</${tag}>`
    }
  }
}

function tableHtml({ head, rows }: Block & { kind: 'table' }, inline: (text: string) => string): string {
  // A column without a name, such as that of the settings which a table compares, has no head to be read out.
  const heads = head.map((cell) => (cell === '' ? '<td></td>' : `<th scope="col">${inline(cell)}</th>`))
  const top = head.every((cell) => cell === '') ? '' : `<thead><tr>${heads.join('')}</tr></thead>`
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${inline(cell)}</td>`).join('')}</tr>`)
  // What is wider than a phone is scrolled by itself, by keys too.
  return `<div class="table" role="group" aria-label="Table" tabindex="0"><table>${top}<tbody>${body.join('\n')}</tbody></table></div>`
}

/** An item that is one paragraph is a line, without the space around paragraphs. */
function itemHtml(blocks: readonly Block[], inline: (text: string) => string): string {
  return blocks
    .map((block, index) => {
      if (block.kind === 'heading') return `<p>${inline(block.text)}</p>`
      return index === 0 && block.kind === 'paragraph' ? inline(block.text) : blockHtml(block, inline)
    })
    .join('\n')
}

/** As the places that show Markdown files make them, because the files link to them. */
function uniqueAnchor(heading: string, anchors: Map<string, number>): string {
  const anchor = heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-')
  const count = anchors.get(anchor) ?? 0
  anchors.set(anchor, count + 1)
  return count === 0 ? anchor : `${anchor}-${count}`
}

/** Links between the files lead to their pages; everything else has to be an address of another site. */
function linkOpener(name: string): OpenLink {
  return (address) => {
    if (/^#[\p{L}\p{N}_-]+$/u.test(address)) return `<a href="${escapeHtml(address)}">`
    const [, file, anchor = ''] = /^([\w./-]+)\.md(#[\p{L}\p{N}_-]+)?$/u.exec(address) ?? []
    if (file === undefined) return openOutsideLink(address)
    const target = posix.join(posix.dirname(name), file)
    return target.startsWith('../') ? null : `<a href="${escapeHtml(`${helpPath}/${target}${anchor}`)}">`
  }
}

const characters: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

/** The text of HTML that was made here. */
function plainText(html: string): string {
  return html
    .replaceAll(/<\/(?:td|th|li|p|pre)>/g, ' ')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => characters[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim()
}
