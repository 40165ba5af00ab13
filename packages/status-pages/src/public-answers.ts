import { minuteMs } from '@sonde/ground/durations.ts'
import { publicEventsStamp } from '@sonde/store/status-pages/public-events.ts'
import type { PageRow } from '@sonde/store/status-pages/status-pages.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { checkStatusesStamp, settingsStamp } from '@sonde/store/status-pages/followed-checks.ts'
import { followingServices } from '@sonde/store/status-pages/service-follows.ts'
import { createAnswerCache } from './answer-cache.ts'
import { dayHtml } from './day-page.ts'
import { eventPage, updatesOnEventPage } from './event-html.ts'
import { historyHtml, upcomingHtml } from './event-lists.ts'
import { loadFeedItems } from './feed-items.ts'
import { createFollowedServices, type CoversCheck } from './followed-services.ts'
import { atomFeed, rssFeed } from './feed-xml.ts'
import { chooseEncoding, isKnown, cacheBody, type CachedBody, packedBody } from './cached-bodies.ts'
import type { FramedPage } from './page-frame.ts'
import { eventsInFull, pageHtml } from './page-html.ts'
import { lookOf } from './page-look.ts'
import { pageSummary } from './page-summary.ts'
import { type LoadFollowed, loadEvent, loadPageView } from './page-view.ts'
import { loadUpdates } from './posted-updates.ts'
import { shareRounds } from './shared-rounds.ts'

/** What a visitor asks of a page that they may see. */
export type PublicRequest = {
  page: PageRow
  /** Below the page, without a slash at the beginning: '' is the page itself, 'summary.json', 'incidents/<id>'. */
  path: string
  /** Of the page itself, the one day that is asked for, as `2026-11-03`. */
  day?: string | undefined
  /** What every link begins with: '' on a host of the page's own, else '/status/<url>'. */
  basePath: string
  /** Of the links in feeds: 'https://status.example.com', without a slash at the end. */
  origin: string
  now: number
  /** Whoever may see it has signed in: nothing between them and us may keep the answer, and there are no feeds. */
  isPrivate: boolean
  /** False: no form to subscribe, for no mail could be sent. */
  canSubscribe: boolean
  /** The headers of the request, where they were sent. */
  ifNoneMatch: string | undefined
  acceptEncoding: string | undefined
}

export type PublicAnswer = {
  status: 200 | 304
  headers: Readonly<Record<string, string>>
  body: Buffer | null
}

/** Null: the page has no such part, and the visitor is told what they are told of a page that does not exist. */
export type PublicAnswers = { answer(request: PublicRequest): Promise<PublicAnswer | null> }

/** How long visitors and whatever is between them and us may show an answer again without asking. */
const maxAgeSeconds = 5

/** Uptimes of what goes on change all the time: so much of it is not worth a rendering. */
const renderedForMs = minuteMs

/** Some hundred pages with hundreds of services. */
const keptBytes = 64 * 1024 * 1024

const updatesOnPage = 20

/**
 * Renders pages, and keeps what it has rendered until something is written that the page shows, by whichever server:
 * that is asked of the database for every visit, by one small query that simultaneous visits share.
 */
export function createPublicAnswers({
  read,
  coversCheck,
}: {
  read: Db
  coversCheck: CoversCheck
}): PublicAnswers {
  const cache = createAnswerCache({ mostBytes: keptBytes })
  const stampOf = shareRounds((accountId) => stampOfAccount(read, accountId))
  const loadFollowed = createFollowedServices({ coversCheck })
  const rendering = new Map<string, Promise<CachedBody | null>>()

  async function bodyOf(request: PublicRequest): Promise<CachedBody | null> {
    const { page, now } = request
    const key = keyOf(request)
    const revision = `${page.version}/${page.updatedAt}/${await stampOf(page.accountId)}`
    const entry = cache.get(key)
    if (entry !== null && entry.revision === revision && now >= entry.renderedAt && now < entry.freshUntil) {
      return entry.body
    }
    const job = `${key}\n${revision}`
    const running = rendering.get(job)
    if (running !== undefined) return running
    const started = (async () => {
      const rendered = await render(read, request, loadFollowed)
      if (rendered === null) return null
      const fresh = cacheBody(rendered)
      // The same again has been packed already.
      const body = entry?.body.tag === fresh.tag ? entry.body : fresh
      const freshUntil = Math.min(rendered.changesAt, now + renderedForMs)
      cache.put(key, { revision, renderedAt: now, freshUntil, body })
      return body
    })().finally(() => rendering.delete(job))
    rendering.set(job, started)
    return started
  }

  return {
    async answer(request) {
      if (!isPart(request)) return null
      const body = await bodyOf(request)
      if (body === null) return null
      const headers = headersOf(body, request)
      if (!request.isPrivate && isKnown(body.tag, request.ifNoneMatch)) {
        return { status: 304, headers, body: null }
      }
      const encoding = chooseEncoding(request.acceptEncoding)
      return {
        status: 200,
        headers: {
          ...headers,
          'content-type': body.contentType,
          ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
        },
        body: await packedBody(body, encoding),
      }
    },
  }
}

function headersOf({ policy, tag }: CachedBody, { page, isPrivate }: PublicRequest): Record<string, string> {
  return {
    'content-security-policy': policy,
    ...(lookOf(page).isIndexed ? {} : { 'x-robots-tag': 'noindex' }),
    vary: 'Accept-Encoding',
    ...(isPrivate
      ? { 'cache-control': 'private, no-store' }
      : { 'cache-control': `public, max-age=${maxAgeSeconds}`, etag: tag }),
  }
}

function keyOf({ page, path, day, basePath, origin, isPrivate, canSubscribe }: PublicRequest): string {
  return [page.id, path, day ?? '', basePath, origin, isPrivate, canSubscribe].join('\n')
}

const feeds = new Set(['feed.rss', 'feed.atom', 'slack.rss'])
const eventPath =
  /^(incident|maintenance)s\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\/([1-9][0-9]{0,3}))?$/
const dayForm = /^\d{4}-\d{2}-\d{2}$/
const listPath = /^(history|upcoming)(?:\/([1-9][0-9]{0,3}))?$/

/** Judged before anything is asked of the database. */
function isPart({ path, day, isPrivate }: PublicRequest): boolean {
  if (day !== undefined && (path !== '' || !dayForm.test(day))) return false
  if (feeds.has(path)) return !isPrivate
  return path === '' || path === 'summary.json' || eventPath.test(path) || listPath.test(path)
}

type Rendered = { contentType: string; policy: string; text: string; changesAt: number }

const nothing = "default-src 'none'; frame-ancestors 'none'"

/** How checks are matters to those accounts alone of which a service follows some; which there are matters to all. */
async function stampOfAccount(db: Db, accountId: string): Promise<string> {
  const stamps = [await publicEventsStamp(db, accountId), await settingsStamp(db, accountId)]
  const isFollowing = (await followingServices(db, accountId)).length > 0
  if (isFollowing) stamps.push(await checkStatusesStamp(db, accountId))
  return stamps.join('/')
}

async function render(db: Db, request: PublicRequest, loadFollowed: LoadFollowed): Promise<Rendered | null> {
  const { page, path, now } = request
  const { basePath, isPrivate, canSubscribe } = request
  const frame = { look: lookOf(page), basePath, isPrivate, canSubscribe }
  const address = request.origin + basePath

  const match = eventPath.exec(path)
  if (match !== null) {
    const eventView = await loadEvent(db, page, {
      kind: match[1] === 'incident' ? 'incident' : 'maintenance',
      id: match[2] ?? '',
      now,
    })
    if (eventView === null) return null
    const { event, changesAt } = eventView
    const number = Number(match[3] ?? 1)
    const skip = (number - 1) * updatesOnEventPage
    // One more than is shown tells whether there are older ones.
    const updates = await loadUpdates(db, [event], { now, perEvent: updatesOnEventPage + 1, skip })
    const framed = eventPage(frame, event, { updates: updates.get(event.id) ?? [], number })
    return framed === null ? null : html(framed, changesAt)
  }

  const view = await loadPageView(db, page, { now, loadFollowed })
  const { changesAt } = view
  if (path === '' && request.day !== undefined) {
    const framed = dayHtml(frame, view, { date: request.day, now })
    return framed === null ? null : html(framed, changesAt)
  }
  const list = listPath.exec(path)
  if (list !== null) {
    const number = Number(list[2] ?? 1)
    const framed =
      list[1] === 'upcoming' ? upcomingHtml(frame, view, number) : historyHtml(frame, view, number)
    return framed === null ? null : html(framed, changesAt)
  }
  if (feeds.has(path)) {
    const items = await loadFeedItems(db, { page, view, address, now })
    const { name, description } = frame.look
    const { id: pageId, createdAt } = page
    const head = { pageId, name, description, address: address || '/', createdAt }
    const selfAddress = `${address}/${path}`
    return path === 'feed.atom'
      ? {
          contentType: 'application/atom+xml; charset=utf-8',
          policy: nothing,
          text: atomFeed({ ...head, selfAddress }, items),
          changesAt,
        }
      : {
          contentType: 'application/rss+xml; charset=utf-8',
          policy: nothing,
          text: rssFeed({ ...head, selfAddress }, items, { plain: path === 'slack.rss' }),
          changesAt,
        }
  }
  const pageUpdates = await loadUpdates(db, eventsInFull(view), { now, perEvent: updatesOnPage })
  if (path === 'summary.json') {
    return {
      contentType: 'application/json; charset=utf-8',
      policy: nothing,
      text: pageSummary({ name: page.name, address }, view, pageUpdates),
      changesAt,
    }
  }
  return html(pageHtml(frame, view, { updates: pageUpdates, now }), changesAt)
}

function html({ html: text, policy }: FramedPage, changesAt: number): Rendered {
  return { contentType: 'text/html; charset=utf-8', policy, text, changesAt }
}
