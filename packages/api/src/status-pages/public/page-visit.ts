import { findPageByUrl } from '@sonde/store/status-pages/public-page.ts'
import { findPageByDomain } from '@sonde/store/status-pages/status-page-domains.ts'
import { findPagePassword, type PagePasswordRow } from '@sonde/store/status-pages/status-page-passwords.ts'
import type { PageRow } from '@sonde/store/status-pages/status-pages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiDeps } from '../../api-deps.ts'
import { isOnOwnHost } from '../../http/pages/page-hosts.ts'
import { plainPagePolicy } from '../../http/pages/plain-page.ts'
import { signInPage } from '../../public-access/sign-in-page.ts'
import { readVisitorCookie } from '../../public-access/visitor-cookie.ts'
import { schemeOf } from '../../http/visitor-scheme.ts'
import { createVisitorSessions } from '../../public-access/visitor-session.ts'
import { noPage } from './plain-answers.ts'

/** What somebody visits, wherever it is served. */
export type PageVisit = {
  page: PageRow
  /** What every link begins with: '' on a host of the page's own, else '/status/<url>'. */
  basePath: string
  /** Of the host, without a slash at the end. */
  origin: string
  /** Null: the page is for everybody. */
  password: PagePasswordRow | null
  /** Whether the visitor may see it. */
  isOpen: boolean
}

export type PageVisits = {
  /** Null when there is no such page. */
  of(request: FastifyRequest): Promise<PageVisit | null>
  sessionFor(page: PageRow, password: PagePasswordRow): string
}

export function createPageVisits(deps: ApiDeps): PageVisits {
  const sessions = createVisitorSessions({ sealer: deps.store.sealer, clock: deps.clock })

  function find(pageUrl: string, onOwnHost: boolean): Promise<PageRow | null> | null {
    // Only the host itself names a domain, so that a page has no second address on the service.
    if (pageUrl.startsWith('@')) return onOwnHost ? findPageByDomain(deps.store.read, pageUrl.slice(1)) : null
    // A text of another form is no page, and may be one that the database cannot take.
    if (!/^[A-Za-z0-9-]{1,63}$/.test(pageUrl)) return null
    return findPageByUrl(deps.store.read, pageUrl.toLowerCase())
  }

  /** From what is known of the host and not from what the request says of it: that may be anything. */
  function originOf(request: FastifyRequest, pageUrl: string): string {
    const publicUrl = deps.publicUrl()
    if (!isOnOwnHost(request)) return publicUrl
    const host = pageUrl.startsWith('@') ? pageUrl.slice(1) : `${pageUrl}.${deps.statusPages.domain ?? ''}`
    const { port } = new URL(publicUrl)
    return `${schemeOf(request, publicUrl)}://${host}${port === '' ? '' : `:${port}`}`
  }

  return {
    async of(request) {
      const { url: pageUrl } = request.params as { url: string }
      const onOwnHost = isOnOwnHost(request)
      const page = await find(pageUrl, onOwnHost)
      if (page === null) return null
      const password = await findPagePassword(deps.store.read, page.id)
      return {
        page,
        basePath: onOwnHost ? '' : `/status/${page.url}`,
        origin: originOf(request, pageUrl),
        password,
        isOpen: password === null || sessions.isValid(readVisitorCookie(request), sessionOf(page, password)),
      }
    },
    sessionFor: (page, password) => sessions.issue(sessionOf(page, password)),
  }
}

function sessionOf({ id }: PageRow, { id: epoch }: PagePasswordRow) {
  return { kind: 'status-page', id, epoch } as const
}

/** A page that is not there, to people. */
export function showNoPage(reply: FastifyReply): FastifyReply {
  return showPlain(reply, 404, noPage())
}

/** The form that opens a private page. */
export function showSignIn(
  reply: FastifyReply,
  { basePath }: PageVisit,
  { status = 401, mistake = null }: { status?: number; mistake?: string | null } = {},
): FastifyReply {
  return showPlain(reply, status, signInPage({ action: `${basePath}/login`, mistake }))
}

export function homeOf({ basePath }: Pick<PageVisit, 'basePath'>): string {
  return basePath === '' ? '/' : basePath
}

export function toPage(reply: FastifyReply, visit: PageVisit): FastifyReply {
  return reply.redirect(homeOf(visit), 303)
}

export function showPlain(reply: FastifyReply, status: number, html: string): FastifyReply {
  return (
    reply
      .code(status)
      .header('content-security-policy', plainPagePolicy)
      // With `no-referrer`, browsers do not tell where a form comes from, not even to its own page.
      .header('referrer-policy', 'same-origin')
      .type('text/html; charset=utf-8')
      .send(html)
  )
}
