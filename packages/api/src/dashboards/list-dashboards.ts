import { DashboardList } from '@sonde/schema/status-pages/dashboard.ts'
import { PageQuery } from '@sonde/schema/validation/page.ts'
import { listDashboards as findDashboards } from '@sonde/store/dashboards/dashboards.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { offsetOf, setContentRange } from '../http/paging.ts'
import { dashboardAnswers } from '@sonde/actions/dashboards/dashboard-answer.ts'

export function listDashboards(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/dashboards',
    {
      schema: {
        summary: 'List the dashboards of the account',
        description: 'Newest first. The header `Content-Range` contains the total.',
        tags: ['Dashboards'],
        querystring: PageQuery,
        response: answers({ 200: DashboardList }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request, reply) => {
      const page = { limit: request.query.limit, offset: offsetOf(request.query) }
      const { rows, total } = await findDashboards(deps.store.read, {
        accountId: accountOf(request).id,
        ...page,
      })
      setContentRange(reply, { offset: page.offset, length: rows.length, total })
      return await dashboardAnswers(deps.store.read, rows)
    },
  )
}
