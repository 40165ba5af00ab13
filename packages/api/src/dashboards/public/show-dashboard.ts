import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiDeps } from '../../api-deps.ts'
import { publicAccess } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { addressKey } from '../../http/rate-limiting.ts'
import { acceptFormBodies, formOf } from '../../public-access/form-bodies.ts'
import { judgeSignIn } from '../../public-access/judge-sign-in.ts'
import { isFromOwnPage } from '../../public-access/same-site.ts'
import type { SignInTries } from '../../public-access/sign-in-tries.ts'
import { clearVisitorCookie, setVisitorCookie } from '../../public-access/visitor-cookie.ts'
import { createVisitorSessions } from '../../public-access/visitor-session.ts'
import { dashboardPage } from './dashboard-page.ts'
import { type DashboardRequest, loadDashboard } from './dashboard-view.ts'
import { dashboardHost, showNoDashboard, showSignIn, visitOf } from './dashboard-visit.ts'
import { createKeptFigures } from './kept-figures.ts'
import { createKeptPages } from './kept-pages.ts'
import { defaultPeriod, isPeriod } from './periods.ts'

const url = '/dashboards/:dashboardId'

/** Dashboards as people see them, and the way into private ones. */
export function showDashboard(app: App, deps: ApiDeps & { tries: SignInTries }): void {
  const sessions = createVisitorSessions({ sealer: deps.store.sealer, clock: deps.clock })
  const figures = createKeptFigures(deps)
  const pages = createKeptPages(deps)
  const options = { schema: { hide: true }, config: { access: publicAccess } }
  app.pageHosts.add((host) => dashboardHost(host, deps))

  app.get(url, options, async (request, reply) => {
    const visit = await visitOf(request, deps, sessions)
    if (visit === null) return showNoDashboard(reply)
    if (!visit.isOpen) return showSignIn(reply, visit)
    const { dashboard, basePath } = visit
    const asked = requestOf(request)
    const key = JSON.stringify([dashboard.id, dashboard.updatedAt, basePath, asked])
    const page = await pages.of(key, async () => {
      const now = deps.clock.now()
      const view = await loadDashboard(deps.store.read, figures, { dashboard, request: asked, now })
      return dashboardPage(view, { basePath, publicUrl: deps.publicUrl() })
    })
    if (page.refresh !== null) {
      // A header and no script: it works everywhere, and the page has a link that ends it.
      const address = page.refresh.address.replaceAll('&amp;', '&')
      reply.header('refresh', `${page.refresh.seconds};url=${address}`)
    }
    return reply
      .header('content-security-policy', page.contentPolicy)
      .header('referrer-policy', 'same-origin')
      .header('cache-control', visit.asPrivate === null ? 'public, max-age=10' : 'no-store')
      .type('text/html; charset=utf-8')
      .send(page.html)
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
      const tried = deps.tries.begin(addressKey(request.ip), `dashboard ${dashboard.dashboardId}`)
      if ('retryAfterSeconds' in tried) {
        reply.header('retry-after', tried.retryAfterSeconds)
        const minutes = Math.ceil(tried.retryAfterSeconds / 60)
        const mistake = `Too many wrong passwords. Try again in ${minutes} min.`
        return showSignIn(reply, visit, { status: 429, mistake })
      }
      const { accountId, key } = dashboard
      const isRight = await judgeSignIn(deps.store.read, formOf(request), {
        accountId,
        passwordHash: key.hash,
      })
      if (!isRight) return showSignIn(reply, visit, { mistake: 'This is not the right password.' })
      tried.forgive()
      setVisitorCookie(request, reply, { token: sessions.issue(asPrivate), path: basePath || '/' })
      return seePage(reply, basePath)
    })

    scope.post(`${url}/sign-out`, options, async (request, reply) => {
      const visit = await visitOf(request, deps, sessions)
      if (visit === null) return showNoDashboard(reply)
      if (isFromOwnPage(request)) clearVisitorCookie(request, reply, { path: visit.basePath || '/' })
      return seePage(reply, visit.basePath)
    })
  })
}

function seePage(reply: FastifyReply, basePath: string): FastifyReply {
  return reply.redirect(basePath || '/', 303)
}

/** What makes no sense is taken for the usual: the address stands on a screen and not in a program. */
function requestOf({ query }: FastifyRequest): DashboardRequest {
  const asked = query as Record<string, string | string[] | undefined>
  const [page, period, check] = [String(asked['page']), String(asked['range']), String(asked['check'])]
  return {
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    period: isPeriod(period) ? period : defaultPeriod,
    checkId: /^[0-9a-f-]{36}$/.test(check) ? check : null,
    isLive: asked['auto'] !== 'off',
  }
}
