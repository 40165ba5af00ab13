import { Dashboard, DashboardParams, DashboardQuery } from '@sonde/schema/status-pages/dashboard.ts'
import { findCaller } from '@sonde/store/accounts/api-keys.ts'
import { type DashboardRow, findDashboardBy } from '@sonde/store/dashboards/dashboards.ts'
import type { FastifyRequest } from 'fastify'
import type { ApiDeps } from '../api-deps.ts'
import { publicAccess } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { hashKey } from '@sonde/actions/api-keys/hash-key.ts'
import { publicAnswers } from '../http/operation.ts'
import { addressKey } from '../http/rate-limiting.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { unauthorized, tooManyRequests } from '../http/refusal.ts'
import type { SignInTries } from '../public-access/sign-in-tries.ts'
import { isPassword } from '@sonde/actions/users/password.ts'
import { dashboardAnswer } from '@sonde/actions/dashboards/dashboard-answer.ts'

const columns = { customUrl: 'custom_url', customDomain: 'custom_domain' } as const

export function getDashboard(app: App, deps: ApiDeps & { tries: SignInTries }): void {
  app.get(
    '/v1/dashboards/:dashboardId',
    {
      schema: {
        summary: 'Show a dashboard',
        description:
          'Public. A private dashboard needs `Authorization: Bearer` with a key that can read its account, or ' +
          'with the password of the dashboard.',
        tags: ['Dashboards'],
        params: DashboardParams,
        querystring: DashboardQuery,
        response: publicAnswers({ 200: Dashboard }, 401, 404),
      },
      config: { access: publicAccess, limit: { max: 20, windowSeconds: 20 } },
    },
    async (request) => {
      const { type } = request.query
      const name = request.params.dashboardId.toLowerCase()
      const column = type === undefined ? 'dashboard_id' : columns[type]
      const dashboard = await findDashboardBy(deps.store.read, column, name)
      if (dashboard === null) throw notFound('dashboard')
      await requireReader(request, dashboard)
      return dashboardAnswer(dashboard)
    },
  )

  async function requireReader(request: FastifyRequest, { key, accountId, dashboardId }: DashboardRow) {
    if (key === null) return
    const token = /^Bearer +([\x21-\x7e]+) *$/i.exec(request.headers.authorization ?? '')?.[1]
    if (token === undefined) {
      throw unauthorized(
        'This dashboard is private: send Authorization: Bearer with an API key or the password of the dashboard',
      )
    }
    const caller = await findCaller(deps.store.read, { hash: hashKey(token), accountId })
    if (caller !== null && caller.role !== null) return
    const visit = {
      visitor: addressKey(request.ip),
      target: { kind: 'page', name: `dashboard ${dashboardId}` } as const,
    }
    const attempt = await deps.tries.attempt(visit, () => isPassword(token, key.hash))
    if ('retryAfterSeconds' in attempt) throw tooManyRequests(attempt.retryAfterSeconds)
    if (!attempt.isRight) throw unauthorized('Bad Token')
  }
}
