import { CheckAlertList } from '@sonde/schema/alerts/check-alert.ts'
import { CheckParams } from '@sonde/schema/checks/check-query.ts'
import { PageQuery } from '@sonde/schema/validation/page.ts'
import { listCheckAlerts } from '@sonde/store/alerts/check-alerts.ts'
import { findCheck } from '@sonde/store/checks/checks.ts'
import type { ApiDeps } from '../api-deps.ts'
import { alertAnswer } from '../check-alerts/list-check-alerts.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { offsetOf, setContentRange } from '../http/paging.ts'
import { notFound } from '@sonde/actions/refusal.ts'

export function listAlertsOfCheck(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/checks/:id/alerts',
    {
      schema: {
        summary: 'List all alerts of one check',
        description:
          'Every stored alert and reminder, newest first. The header `Content-Range` contains ' +
          'the total. `/v1/check-alerts/{checkId}` shows the same within at most 6 hours.',
        tags: ['Check alerts'],
        params: CheckParams,
        querystring: PageQuery,
        response: answers({ 200: CheckAlertList }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request, reply) => {
      const { read } = deps.store
      const accountId = accountOf(request).id
      const check = await findCheck(read, { accountId, id: request.params.id })
      if (check === null) throw notFound('check')
      const offset = offsetOf(request.query)
      const { rows, total } = await listCheckAlerts(read, {
        accountId,
        checkId: check.id,
        from: 0,
        to: Number.MAX_SAFE_INTEGER,
        limit: request.query.limit,
        offset,
      })
      setContentRange(reply, { offset, length: rows.length, total })
      return rows.map(alertAnswer)
    },
  )
}
