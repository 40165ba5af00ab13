import {
  chooseEncoding,
  isKnown,
  cacheBody,
  type CachedBody,
  packedBody,
} from '@sonde/status-pages/cached-bodies.ts'
import { readDayOverview } from '@sonde/analytics/day-overview.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiDeps } from '../../api-deps.ts'
import { figuresDeps } from '../../analytics/figures-deps.ts'
import { readProblems } from '../../check-overview/overview-problems.ts'
import { publicAccess } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { framedByOwnScreens } from '../../http/framing.ts'
import { acceptFormBodies, formOf } from '../../public-access/form-bodies.ts'
import { verifySignIn } from '../../public-access/verify-sign-in.ts'
import { isFromOwnPage } from '../../http/same-site.ts'
import type { SignInTries } from '../../public-access/sign-in-tries.ts'
import { clearVisitorCookie, setVisitorCookie } from '../../public-access/visitor-cookie.ts'
import { createVisitorSessions } from '../../public-access/visitor-session.ts'
import { createBriefMemory } from './brief-memory.ts'
import { createDashboardOutlines, pageKeptMs } from './dashboard-outlines.ts'
import { type DashboardPage, dashboardPage } from './dashboard-page.ts'
import {
  type DashboardRequest,
  loadDashboard,
  loadIncident,
  meantRequest,
  type WallReads,
} from './dashboard-view.ts'
import {
  type DashboardVisit,
  dashboardHost,
  showNoDashboard,
  showNoPart,
  showSignIn,
  visitOf,
} from './dashboard-visit.ts'
import { incidentPage } from './incident-page.ts'
import { createPeriodStatsCache } from './period-stats-cache.ts'
import { defaultPeriod, isPeriod } from './periods.ts'

const url = '/dashboards/:dashboardId'

type KeptPage = Pick<DashboardPage, 'refresh'> & { body: CachedBody }

/** Of all pages together. */
const mostKeptBytes = 16 * 1024 * 1024
/** A page with its packed forms, and what belongs to it beside. */
const packedToo = 1.5
const bytesBesidePage = 2_048

/** Dashboards as people see them, and the way into private ones. */
export function showDashboard(app: App, deps: ApiDeps & { tries: SignInTries }): void {
  const sessions = createVisitorSessions({ sealer: deps.store.sealer, clock: deps.clock })
  const stats = createPeriodStatsCache(figuresDeps(deps))
  const wall: WallReads = {
    overviews: (checks, now) => readDayOverview(deps, { checks, now }),
    async reasons(checks, now) {
      const problems = checks.map((check) => ({ ...check, id: check.checkId }))
      const problemOf = await readProblems(deps, problems, now)
      return new Map(
        problems.flatMap((check) => {
          const reason = problemOf(check)?.reason ?? null
          return reason === null ? [] : [[check.checkId, reason]]
        }),
      )
    },
  }
  const outlines = createDashboardOutlines({ read: deps.store.read, clock: deps.clock })
  const pages = createBriefMemory<KeptPage>({
    clock: deps.clock,
    keptMs: pageKeptMs,
    mostWeight: mostKeptBytes,
    weightOf: ({ body }) => packedToo * body.raw.length + bytesBesidePage,
  })
  const options = { schema: { hide: true }, config: { access: publicAccess } }
  app.pageHosts.add((host) => dashboardHost(host, deps))

  app.get(url, options, async (request, reply) => {
    const visit = await visitOf(request, deps, sessions)
    if (visit === null) return showNoDashboard(reply)
    if (!visit.isOpen) return showSignIn(reply, visit)
    const { dashboard, basePath } = visit
    const outline = await outlines.of(dashboard)
    const dashboardRequest = meantRequest(requestOf(request), dashboard, outline)
    // With the outline's moment: a page is never older than what it was made from.
    const key = JSON.stringify([
      dashboard.id,
      dashboard.updatedAt,
      basePath,
      outline.readAt,
      dashboardRequest,
    ])
    const { body, refresh } = await pages.of(key, async () => {
      const now = deps.clock.now()
      const view = await loadDashboard(deps.store.read, stats, wall, {
        dashboard,
        outline,
        request: dashboardRequest,
        now,
      })
      return keepPage(dashboardPage(view, { basePath }))
    })
    if (refresh !== null) {
      // A header and no script: it works everywhere, and the page has a link that ends it.
      reply.header('refresh', `${refresh.seconds};url=${refresh.address.replaceAll('&amp;', '&')}`)
    }
    return sendPage(request, reply, { body, visit })
  })

  app.get(`${url}/*`, options, async (request, reply) => {
    const { '*': path } = request.params as { '*': string }
    const visit = await visitOf(request, deps, sessions)
    if (visit === null) return showNoDashboard(reply)
    const { dashboard, basePath } = visit
    if (path === '') return seePage(reply, basePath, queryOf(request))
    // Where forms lead: whoever loads such an address again wants the page.
    if (path === 'sign-in' || path === 'sign-out') return seePage(reply, basePath)
    const incidentId = /^incidents\/([0-9a-f-]{36})$/.exec(path)?.[1]
    if (incidentId === undefined) return showNoPart(reply, visit)
    if (!visit.isOpen) return showSignIn(reply, visit)
    const now = deps.clock.now()
    const incident = await loadIncident(deps.store.read, { dashboard, incidentId, now })
    if (incident === null) return showNoPart(reply, visit)
    const { body } = keepPage({ ...incidentPage(dashboard, incident, { basePath }), refresh: null })
    return sendPage(request, reply, { body, visit })
  })

  app.register(async (scope) => {
    acceptFormBodies(scope)

    scope.post(`${url}/sign-in`, options, async (request, reply) => {
      const visit = await visitOf(request, deps, sessions)
      if (visit === null) return showNoDashboard(reply)
      const { dashboard, asPrivate, basePath } = visit
      if (asPrivate === null || dashboard.key === null) return seePage(reply, basePath)
      if (!isFromOwnPage(request)) {
        return showSignIn(reply, visit, { status: 403, mistake: 'Please sign in on this page.' })
      }
      const { accountId, key } = dashboard
      const form = formOf(request)
      const secret = { name: `dashboard ${dashboard.dashboardId}`, accountId, passwordHash: key.hash }
      const attempt = await verifySignIn(deps, request, form, secret)
      if ('retryAfterSeconds' in attempt) {
        reply.header('retry-after', attempt.retryAfterSeconds)
        const minutes = Math.ceil(attempt.retryAfterSeconds / 60)
        const mistake = `Too many wrong passwords. Try again in ${minutes} min.`
        return showSignIn(reply, visit, { status: 429, mistake })
      }
      if (!attempt.isRight) return showSignIn(reply, visit, { mistake: 'Wrong password. Try again.' })
      setVisitorCookie(request, reply, {
        token: sessions.issue(asPrivate),
        path: basePath || '/',
        publicUrl: deps.publicUrl(),
      })
      return seePage(reply, basePath)
    })

    scope.post(`${url}/sign-out`, options, async (request, reply) => {
      const visit = await visitOf(request, deps, sessions)
      if (visit === null) return showNoDashboard(reply)
      if (isFromOwnPage(request))
        clearVisitorCookie(request, reply, { path: visit.basePath || '/', publicUrl: deps.publicUrl() })
      return seePage(reply, visit.basePath)
    })
  })
}

function seePage(reply: FastifyReply, basePath: string, query = ''): FastifyReply {
  return reply.redirect((basePath || '/') + query, 303)
}

function queryOf({ originalUrl }: FastifyRequest): string {
  const at = originalUrl.indexOf('?')
  return at === -1 ? '' : originalUrl.slice(at)
}

function keepPage({ html, contentPolicy, refresh }: DashboardPage): KeptPage {
  const body = cacheBody({ contentType: 'text/html; charset=utf-8', policy: contentPolicy, text: html })
  return { body, refresh }
}

async function sendPage(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { body, visit }: { body: CachedBody; visit: DashboardVisit },
): Promise<FastifyReply> {
  const isPublic = visit.asPrivate === null
  reply
    .header('content-security-policy', body.policy)
    .header('referrer-policy', 'same-origin')
    .header('vary', 'Accept-Encoding')
    .header('cache-control', isPublic ? 'public, max-age=10' : 'no-store')
  if (isPublic) reply.header('etag', body.tag)
  if (isPublic && visit.basePath !== '') reply.headers({ ...framedByOwnScreens(body.policy) })
  if (isPublic && isKnown(body.tag, headers['if-none-match'])) return reply.code(304).send()
  const encoding = chooseEncoding(String(headers['accept-encoding'] ?? ''))
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(body.contentType).send(await packedBody(body, encoding))
}

/** What makes no sense is taken for the usual: the address stands on a screen and not in a program. */
function requestOf({ query }: FastifyRequest): DashboardRequest {
  const fields = query as Record<string, string | string[] | undefined>
  const [page, period, check] = [String(fields['page']), String(fields['range']), String(fields['check'])]
  return {
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    period: isPeriod(period) ? period : defaultPeriod,
    checkId: /^[0-9a-f-]{36}$/.test(check) ? check : null,
    isLive: fields['auto'] !== 'off',
    isAlarm: false,
  }
}
