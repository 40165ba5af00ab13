import { createHash } from 'node:crypto'
import { escapeMarkup } from '@sonde/ground/escape-html.ts'
import { isPictureAddress } from '@sonde/schema/check-types/web-address.ts'
import type { PageLook } from './page-look.ts'
import { pageStyle } from './page-style.ts'

/** What the parts of a page need to know of where they are shown. */
export type Frame = {
  look: PageLook
  basePath: string
  isPrivate: boolean
  canSubscribe: boolean
}

export type FramedPage = { html: string; policy: string }

/** `title` and `main` are HTML. `symbols` are drawings that `main` uses. */
export function framePage(
  frame: Frame,
  { title, main, symbols }: { title: string; main: string; symbols: string },
): FramedPage {
  const { look } = frame
  const style = pageStyle(look)
  const home = escapeMarkup(look.redirectTo ?? (frame.basePath || '/'))
  const feeds = frame.isPrivate
    ? ''
    : `<link rel="alternate" type="application/rss+xml" title="RSS" href="${frame.basePath}/feed.rss"><link rel="alternate" type="application/atom+xml" title="Atom" href="${frame.basePath}/feed.atom">`
  return {
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>${look.isIndexed ? '' : '<meta name="robots" content="noindex">'}${descriptionOf(look)}${look.favicon === null ? '' : `<link rel="icon" href="${escapeMarkup(look.favicon)}">`}${feeds}
<style>${style}</style></head>
<body>
<svg width="0" height="0" class="v" aria-hidden="true">${icons}${symbols}</svg>
<a class="skip" href="#main">Skip to the status</a>
<header><div class="w top"><a class="brand" href="${home}">${brandOf(look)}</a>${frame.canSubscribe ? `<a class="sub" href="${frame.basePath || '/'}#subscribe">Subscribe</a>` : ''}</div></header>
<main id="main" class="w" tabindex="-1">
${main}</main>
<footer class="w">${footerOf(look)}<nav aria-label="More">${linksOf(frame)}</nav>${signOutOf(frame)}<p>All times are UTC.</p></footer>
</body></html>
`,
    policy: policyOf(look, style),
  }
}

function descriptionOf({ description }: PageLook): string {
  return description === null ? '' : `<meta name="description" content="${escapeMarkup(description)}">`
}

function footerOf({ footerText, footerLinks }: PageLook): string {
  const text = footerText === null ? '' : `<p class="t" dir="auto">${escapeMarkup(footerText)}</p>`
  if (footerLinks.length === 0) return text
  const links = footerLinks.map(({ text: words, href }) => `<a href="${escapeMarkup(href)}">${words}</a>`)
  return `${text}<nav aria-label="About">${links.join(' ')}</nav>`
}

function linksOf({ basePath, isPrivate }: Frame): string {
  const links: [string, string][] = [
    [basePath || '/', 'Current status'],
    [`${basePath}/history`, 'History'],
    ...(isPrivate
      ? []
      : ([
          [`${basePath}/feed.rss`, 'RSS'],
          [`${basePath}/feed.atom`, 'Atom'],
          [`${basePath}/slack.rss`, 'Slack'],
        ] satisfies [string, string][])),
    [`${basePath}/summary.json`, 'JSON'],
  ]
  return links.map(([href, text]) => `<a href="${href}">${text}</a>`).join(' ')
}

function signOutOf({ basePath, isPrivate }: Frame): string {
  if (!isPrivate) return ''
  return `<form method="post" action="${basePath}/logout"><button>Sign out</button></form>`
}

/** The name is read out in either case: as text, or as that of the picture. */
function brandOf({ name, logo, logoDark, theme }: PageLook): string {
  const picture = theme === 'DARK' ? (logoDark ?? logo) : (logo ?? logoDark)
  const text = escapeMarkup(name)
  if (picture === null) return `<span dir="auto">${text}</span>`
  const image = `<img src="${escapeMarkup(picture)}" alt="${text}" height="40">`
  if (theme !== 'AUTO' || logoDark === null || logoDark === picture) return image
  return `<picture><source media="(prefers-color-scheme: dark)" srcset="${escapeMarkup(logoDark)}">${image}</picture>`
}

/** No script and no other address: only the page's own style, its own form, and the pictures of its owner. */
function policyOf({ logo, logoDark, favicon }: PageLook, style: string): string {
  const origins = new Set([logo, logoDark, favicon].flatMap((link) => originOf(link) ?? []))
  const hash = createHash('sha256').update(style).digest('base64')
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    ...(origins.size === 0 ? [] : [`img-src ${[...origins].join(' ')}`]),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** One that could say more than an origin in the policy is left out: such a page was stored before they were refused. */
function originOf(link: string | null): string | null {
  return link !== null && isPictureAddress(link) ? new URL(link).origin : null
}

/** A shape of its own for each state. */
const icons = [
  ['nd', '<circle class="h" cx="8" cy="8" r="6"/>'],
  ['op', '<circle cx="8" cy="8" r="7"/><path class="k" d="M4.7 8.3l2.2 2.2 4.4-4.6"/>'],
  ['mai', '<rect x="1" y="1" width="14" height="14" rx="3"/><path class="k" d="M8 4.5V8l2.5 2"/>'],
  ['mi', '<path d="M8 1l7 7-7 7-7-7z"/><path class="k" d="M8 5v3.4M8 10.6v.4"/>'],
  ['me', '<path d="M8 1l7.5 13.5H.5z"/><path class="k" d="M8 6v4M8 12.2v.3"/>'],
  ['maj', '<path d="M4.5 1.5h7L15 8l-3.5 6.5h-7L1 8z"/><path class="k" d="M8 4.5v4.2M8 11.2v.3"/>'],
  ['cr', '<path d="M5 1h6l4 4v6l-4 4H5l-4-4V5z"/><path class="k" d="M5.5 5.5l5 5m0-5l-5 5"/>'],
]
  .map(([id, shapes]) => `<symbol id="i-${id}" viewBox="0 0 16 16">${shapes}</symbol>`)
  .join('')
