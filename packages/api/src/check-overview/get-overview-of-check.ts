import { CheckOverviewRow } from '@sonde/schema/checks/check-overview.ts'
import { CheckParams } from '@sonde/schema/checks/check-query.ts'
import { overviewChecks } from '@sonde/store/checks/check-overview.ts'
import type { ApiDeps } from '../api-deps.ts'
import { knownCheck } from '../check-results/known-check.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { overviewRows } from './overview-rows.ts'

export function getOverviewOfCheck(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/checks/:id/overview',
    {
      schema: {
        summary: 'Show one check with its status and the last 24 hours',
        description: 'The same row as in `/v1/check-overview`.',
        tags: ['Check status'],
        params: CheckParams,
        response: answers({ 200: CheckOverviewRow }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const { read } = deps.store
      const key = { accountId: accountOf(request).id, checkId: request.params.id }
      const { check } = await knownCheck(read, key)
      const [row] = await overviewRows(deps, await overviewChecks(read, [check.id]))
      if (row === undefined) throw notFound('check')
      return row
    },
  )
}
