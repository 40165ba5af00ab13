import {
  AnalyticsBatchQuery,
  AnalyticsBatchRequest,
  AnalyticsBatchResponse,
} from '@sonde/schema/analytics/analytics.ts'
import { readBatchStats } from '@sonde/analytics/batch-stats.ts'
import { windowOf } from '@sonde/analytics/time-window.ts'
import { findNumberedChecks } from '@sonde/store/checks/numbered-checks.ts'
import type { ApiDeps } from '../api-deps.ts'
import { figuresDeps } from './figures-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { analyticsLimit } from './analytics-limit.ts'

export function batchAnalytics(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/analytics/checks',
    {
      schema: {
        summary: 'Show the main statistics of up to 100 checks',
        description: 'In the order of the request. Checks that do not exist in the account are omitted.',
        tags: ['Analytics'],
        querystring: AnalyticsBatchQuery,
        body: AnalyticsBatchRequest,
        response: answers({ 200: AnalyticsBatchResponse }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' }, limit: analyticsLimit },
    },
    async (request) => {
      const { checkIds } = request.body
      const checks = await findNumberedChecks(deps.store.read, {
        accountId: accountOf(request).id,
        checkIds,
      })
      const stats = await readBatchStats(figuresDeps(deps), {
        checks: [...checks.values()],
        window: windowOf(request.query.quickRange, deps.clock.now()),
      })
      return checkIds.flatMap((id) => stats.get(id.toLowerCase()) ?? [])
    },
  )
}
