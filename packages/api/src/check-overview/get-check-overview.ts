import { CheckOverview, CheckOverviewQuery } from '@sonde/schema/checks/check-overview.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { createDayStatsDemand } from './day-stats-demand.ts'
import { readOverview } from './read-overview.ts'

export function getCheckOverview(app: App, deps: ApiDeps): void {
  const noteDemand = createDayStatsDemand(deps)
  app.get(
    '/v1/check-overview',
    {
      schema: {
        summary: 'Show checks with their status and the last 24 hours',
        description:
          'One page of the checks that match all filters. The values are computed for each request. If the ' +
          'matches fill more than one page, `availability` and `p95` sort by values that are some minutes old.',
        tags: ['Check status'],
        querystring: CheckOverviewQuery,
        response: answers({ 200: CheckOverview }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' }, compresses: true },
    },
    async (request) => {
      await noteDemand(request.query)
      return await readOverview(deps, accountOf(request).id, request.query)
    },
  )
}
