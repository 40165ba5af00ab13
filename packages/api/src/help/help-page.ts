import { createHash } from 'node:crypto'
import { escapeMarkup } from '@sonde/ground/escape-html.ts'
import { helpPath, type HelpDocument } from './help-document.ts'
import { helpStyle } from './help-style.ts'
import type { Help } from './read-help.ts'
import type { HelpMatch, HelpSearch } from './search-help.ts'

const styleHash = createHash('sha256').update(helpStyle).digest('base64')

/** No script and no other address: only the page's own style, its search and its sign. */
export const helpPolicy =
  `default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self'; form-action 'self'; ` +
  "base-uri 'none'; frame-ancestors 'none'"

type Frame = { chapters: Help['chapters']; title: string; main: string; current?: string; query?: string }

/** `main` is HTML; `title` and `query` are text. */
function framePage({ chapters, title, main, current, query = '' }: Frame): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escapeMarkup(title)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${helpStyle}</style></head>
<body><a class="skip" href="#main">Skip to the text</a>
<header><div class="bar"><a class="brand" href="${helpPath}">${sign}Sonde help</a><a class="all" href="${helpPath}">All pages</a>
<form action="${helpPath}" role="search"><input type="search" name="q" value="${escapeMarkup(query)}" maxlength="200" aria-label="Search the documentation" placeholder="Search the documentation"><button>Search</button></form>
<a class="back" href="/">Open Sonde</a></div></header>
<div class="body"><nav class="contents" aria-label="Documentation">
${chapters.map((chapter) => chapterLinks(chapter, current)).join('\n')}
</nav>
<main id="main" tabindex="-1">
${main}
</main></div></body></html>
`
}

const sign =
  '<svg width="24" height="24" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#1a4fd6"/><path d="M4 17h6l3-8 5 15 3.5-9 1.5 2h5" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></svg>'

function chapterLinks({ title, documents }: Help['chapters'][number], current?: string): string {
  const links = documents.map((document) => {
    const mark = document.name === current ? ' aria-current="page"' : ''
    return `<li><a href="${addressOf(document)}"${mark}>${escapeMarkup(document.title)}</a></li>`
  })
  return `<h2>${escapeMarkup(title)}</h2><ul>${links.join('')}</ul>`
}

function addressOf({ name }: Pick<HelpDocument, 'name'>): string {
  return `${helpPath}/${escapeMarkup(name)}`
}

export function indexPage({ chapters }: Help): string {
  const parts = chapters.map(({ title, documents }) => {
    const cards = documents.map(
      (document) =>
        `<li><a href="${addressOf(document)}">${escapeMarkup(document.title)}</a><p>${escapeMarkup(firstSentence(document.summary))}</p></li>`,
    )
    return `<h2>${escapeMarkup(title)}</h2><ul class="cards">${cards.join('')}</ul>`
  })
  const more = `<p>Every operation of the HTTP API, with its fields: <a href="/docs">API reference</a>.</p>`
  return framePage({ chapters, title: 'Help · Sonde', main: `<h1>Help</h1>${more}${parts.join('\n')}` })
}

function firstSentence(summary: string): string {
  const [sentence] = /^.*?[.:?](?= |$)/.exec(summary) ?? []
  const isQuestion = /^[^.?]*\?/.test(summary)
  return (sentence ?? summary).replace(/:$/, isQuestion ? '?' : '.')
}

const fewestForContents = 3

export function documentPage({ chapters }: Help, document: HelpDocument): string {
  const [first, ...rest] = document.html.split('</h1>')
  const main = rest.length === 0 ? document.html : `${first}</h1>${tocOf(document)}${rest.join('</h1>')}`
  return framePage({ chapters, title: `${document.title} · Help · Sonde`, main, current: document.name })
}

function tocOf({ sections }: HelpDocument): string {
  const shown = sections.filter(({ level }) => level === 2)
  if (shown.length < fewestForContents) return ''
  const links = shown.map(
    ({ anchor, heading }) => `<li><a href="#${escapeMarkup(anchor)}">${escapeMarkup(heading)}</a></li>`,
  )
  return `<details class="toc"><summary>On this page</summary><ul>${links.join('')}</ul></details>`
}

export function searchPage({ chapters }: Help, query: string, search: HelpSearch): string {
  const { matches, isPartial } = search
  const count = matches.length === 1 ? '1 result' : `${matches.length} results`
  const note =
    matches.length === 0
      ? '<p>Nothing found. Try fewer or other words, or choose a page.</p>'
      : isPartial
        ? '<p class="note">No section has all of these words. These have some of them:</p>'
        : `<p class="note">${count}</p>`
  return framePage({
    chapters,
    title: 'Search · Help · Sonde',
    query,
    main: `<h1>Search for “${escapeMarkup(query)}”</h1>${note}<ul class="found">${matches.map(matchHtml).join('\n')}</ul>${matches.length === 0 ? `<p><a href="${helpPath}">All pages</a></p>` : ''}`,
  })
}

function matchHtml({ document, section, excerpt }: HelpMatch): string {
  const isTop = section.level === 1
  const name = isTop ? document.title : `${document.title}: ${section.heading}`
  const address = `${addressOf(document)}${isTop ? '' : `#${escapeMarkup(section.anchor)}`}`
  const text = excerpt.map((part) =>
    part.isMatch ? `<mark>${escapeMarkup(part.text)}</mark>` : escapeMarkup(part.text),
  )
  return `<li><a href="${address}">${escapeMarkup(name)}</a><p>${text.join('')}</p></li>`
}

export function missingPage({ chapters }: Help): string {
  return framePage({
    chapters,
    title: 'Page not found · Help · Sonde',
    main: `<h1>Page not found</h1><p>There is no help page at this address. Search for it above, or see <a href="${helpPath}">all pages</a>.</p>`,
  })
}
