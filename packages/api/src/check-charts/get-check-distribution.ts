import { readDistribution } from '@sonde/analytics/distribution.ts'
import { CheckDistribution, CheckDistributionQuery } from '@sonde/schema/checks/check-charts.ts'
import { CheckParams } from '@sonde/schema/checks/check-query.ts'
import { windowAsked } from '../analytics/analytics-request.ts'
import type { ApiDeps } from '../api-deps.ts'
import { knownCheck } from '../check-results/known-check.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

export function getCheckDistribution(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/checks/:id/distribution',
    {
      schema: {
        summary: 'Show how the response times of a check are distributed',
        description: 'A histogram of a window, with percentiles. Heartbeats have no response times.',
        tags: ['Check status'],
        params: CheckParams,
        querystring: CheckDistributionQuery,
        response: answers({ 200: CheckDistribution }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const window = windowAsked(request.query, deps.clock.now())
      const key = { accountId: accountOf(request).id, checkId: request.params.id }
      const { check, checkNo } = await knownCheck(deps.store.read, key)
      const distribution = await readDistribution(deps, {
        check: { checkNo, checkType: check.checkType },
        window,
        location: request.query.location ?? null,
      })
      return {
        checkId: check.id,
        from: new Date(window.from).toISOString(),
        to: new Date(window.to).toISOString(),
        ...distribution,
      }
    },
  )
}
