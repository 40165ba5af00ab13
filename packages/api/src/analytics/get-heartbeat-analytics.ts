import { AnalyticsParams, AnalyticsResponse } from '@sonde/schema/analytics/analytics.ts'
import type { CheckKind } from '@sonde/schema/check-types/check-kind.ts'
import { checkKinds } from '@sonde/schema/check-types/check-kinds.ts'
import { HeartbeatAnalyticsQuery } from '@sonde/schema/check-types/heartbeat/heartbeat-analytics.ts'
import { readHeartbeatStats } from '@sonde/analytics/heartbeat-stats.ts'
import type { ApiDeps } from '../api-deps.ts'
import { figuresDeps } from './figures-deps.ts'
import { knownCheck } from '../check-results/known-check.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { analyticsLimit } from './analytics-limit.ts'
import { analyticsAnswer, metricsAsked, windowAsked } from './analytics-request.ts'

export function getHeartbeatAnalytics(app: App, deps: ApiDeps): void {
  for (const kind of checkKinds) if (kind.pings !== undefined) addRoute(app, deps, kind)
}

function addRoute(app: App, deps: ApiDeps, kind: CheckKind): void {
  app.get(
    `/v1/analytics/${kind.analytics.segment}/:id`,
    {
      schema: {
        summary: 'Show statistics of one heartbeat monitor',
        description:
          'Based on its events: every accepted ping counts as success, every missed one as failure.',
        tags: ['Analytics'],
        params: AnalyticsParams,
        querystring: HeartbeatAnalyticsQuery,
        response: answers({ 200: AnalyticsResponse(kind.analytics.answer) }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' }, limit: analyticsLimit },
    },
    async (request) => {
      const { query } = request
      const window = windowAsked(query, deps.clock.now())
      const { check } = await knownCheck(deps.store.read, {
        accountId: accountOf(request).id,
        checkId: request.params.id,
      })
      if (check.checkType !== kind.checkType) throw notFound(`${kind.checkType} check`)
      const metrics = metricsAsked(query, kind.checkType)
      const states = query.filterByStatus ?? []
      const stats = await readHeartbeatStats(figuresDeps(deps), {
        checkIds: [check.id],
        window,
        states: states.length === 0 ? null : states,
      })
      const { availability = null, retries = null } = stats.get(check.id) ?? {}
      const values = { availability, retries }
      const data = metrics.map(({ kind: of, name }) => [
        name,
        of === 'availability' || of === 'retries' ? values[of] : null,
      ])
      const series = [{ data: [Object.fromEntries(data)] }]
      return analyticsAnswer(check, { window, series, metrics, query })
    },
  )
}
