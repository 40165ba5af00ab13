import { type DashboardRow, findDashboardBy } from '@sonde/store/dashboards/dashboards.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiDeps } from '../../api-deps.ts'
import { isOnOwnHost } from '../../http/pages/page-hosts.ts'
import { plainPage, plainPagePolicy } from '../../http/pages/plain-page.ts'
import { signInPage } from '../../public-access/sign-in-page.ts'
import { readVisitorCookie } from '../../public-access/visitor-cookie.ts'
import type { PrivatePage, VisitorSessions } from '../../public-access/visitor-session.ts'

/** What somebody visits, wherever it is served. */
export type DashboardVisit = {
  dashboard: DashboardRow
  /** What every link begins with: '' on a host of its own. */
  basePath: string
  /** Null: the dashboard is for everybody. */
  asPrivate: PrivatePage | null
  /** Whether the visitor may see it. */
  isOpen: boolean
}

/** Stands before the `customUrl` where a host has named it. */
const hostMark = '~'

/**
 * The dashboard that a host shows: those below the domain for dashboards. The address of the service itself is never
 * one of them, wherever it lies.
 */
export function dashboardHost(
  host: string,
  { dashboardDomain, publicUrl }: Pick<ApiDeps, 'dashboardDomain' | 'publicUrl'>,
): string | null {
  if (dashboardDomain === null || !host.endsWith(`.${dashboardDomain}`)) return null
  if (host === URL.parse(publicUrl())?.hostname) return null
  const label = host.slice(0, -dashboardDomain.length - 1)
  return `/dashboards/${hostMark}${/^[a-z0-9-]{1,63}$/.test(label) ? label : ''}`
}

/** Null when there is no such dashboard. */
export async function visitOf(
  request: FastifyRequest,
  { store }: Pick<ApiDeps, 'store'>,
  sessions: VisitorSessions,
): Promise<DashboardVisit | null> {
  const { dashboardId: pathName } = request.params as { dashboardId: string }
  const onOwnHost = isOnOwnHost(request)
  const text = (onOwnHost ? pathName.slice(hostMark.length) : pathName).toLowerCase()
  // A text of another form is no dashboard, and may be one that the database cannot take.
  if (!/^[a-z0-9-]{1,63}$/.test(text)) return null
  const dashboard = await findDashboardBy(store.read, onOwnHost ? 'custom_url' : 'dashboard_id', text)
  if (dashboard === null) return null
  const { key, dashboardId: id } = dashboard
  const asPrivate = key === null ? null : ({ kind: 'dashboard', id, epoch: key.id } as const)
  return {
    dashboard,
    basePath: onOwnHost ? '' : `/dashboards/${id}`,
    asPrivate,
    isOpen: asPrivate === null || sessions.isValid(readVisitorCookie(request), asPrivate),
  }
}

export function showNoDashboard(reply: FastifyReply): FastifyReply {
  const words = '<p>The address is wrong, or the dashboard was deleted. Check the link you followed.</p>'
  return showPlain(reply, 404, plainPage('Dashboard not found', words))
}

/** Of a dashboard that there is. */
export function showNoPart(reply: FastifyReply, { basePath }: DashboardVisit): FastifyReply {
  const words = `<p>The address is wrong, or this page was deleted. Check the link you followed.</p>
<p><a href="${basePath || '/'}">Back to the dashboard</a></p>`
  return showPlain(reply, 404, plainPage('Page not found', words))
}

export function showSignIn(
  reply: FastifyReply,
  { basePath }: DashboardVisit,
  { status = 401, mistake = null }: { status?: number; mistake?: string | null } = {},
): FastifyReply {
  return showPlain(reply, status, signInPage({ action: `${basePath}/sign-in`, mistake }))
}

function showPlain(reply: FastifyReply, status: number, html: string): FastifyReply {
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
