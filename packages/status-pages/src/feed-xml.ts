import { escapeMarkup } from '@sonde/ground/escape-html.ts'
import type { FeedItem } from './feed-items.ts'
import { markdownHtml } from '@sonde/ground/markdown-html.ts'

export type FeedHead = {
  pageId: string
  name: string
  description: string | null
  /** Of the page. */
  address: string
  /** Of the feed itself. */
  selfAddress: string
  /** When the page was made: the date of a feed without items. */
  createdAt: number
}

/** RSS 2.0. With `plain` for readers that show a description as it is, as Slack does; else it is HTML. */
export function rssFeed(head: FeedHead, items: readonly FeedItem[], { plain }: { plain: boolean }): string {
  const entries = items.map(
    (item) => `<item><title>${inline(item.title)}</title><link>${inline(item.link)}</link>
<guid isPermaLink="false">${inline(item.guid)}</guid><pubDate>${new Date(item.publishedAt).toUTCString()}</pubDate>
<description>${escapeMarkup(plain ? textOf(item) : htmlOf(item))}</description></item>
`,
  )
  const about = head.description ?? `Incidents and maintenance of ${head.name}`
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${inline(head.name)}</title><link>${inline(head.address)}</link><description>${inline(about)}</description>
<atom:link href="${inline(head.selfAddress)}" rel="self" type="application/rss+xml"/>
<lastBuildDate>${new Date(changedAt(head, items)).toUTCString()}</lastBuildDate>
${entries.join('')}</channel></rss>
`
}

/** RFC 4287. */
export function atomFeed(head: FeedHead, items: readonly FeedItem[]): string {
  const entries = items.map(
    (item) => `<entry><id>${inline(item.guid)}</id><title>${inline(item.title)}</title>
<link rel="alternate" type="text/html" href="${inline(item.link)}"/>
<published>${iso(item.publishedAt)}</published><updated>${iso(item.updatedAt)}</updated>
<content type="html">${escapeMarkup(htmlOf(item))}</content></entry>
`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>urn:uuid:${head.pageId}</id><title>${inline(head.name)}</title>
<link rel="alternate" type="text/html" href="${inline(head.address)}"/>
<link rel="self" type="application/atom+xml" href="${inline(head.selfAddress)}"/>
<author><name>${inline(head.name)}</name></author>
<updated>${iso(changedAt(head, items))}</updated>
${entries.join('')}</feed>
`
}

function changedAt({ createdAt }: FeedHead, items: readonly FeedItem[]): number {
  return items.reduce((latest, item) => Math.max(latest, item.updatedAt), items.length === 0 ? createdAt : 0)
}

function htmlOf({ text, facts }: FeedItem): string {
  return `${markdownHtml(text)}${facts.length === 0 ? '' : `<p>${facts.map(escapeMarkup).join('<br>')}</p>`}`
}

function textOf({ text, facts }: FeedItem): string {
  return [...(text === '' ? [] : [text, '']), ...facts].join('\n').trim()
}

function inline(text: string): string {
  return escapeMarkup(text.replaceAll(/\s+/g, ' ').trim())
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
