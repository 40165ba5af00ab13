import { isPingedType } from '@sonde/schema/check-types/check-kinds.ts'
import { CheckExtent } from '@sonde/schema/checks/check-charts.ts'
import { CheckParams } from '@sonde/schema/checks/check-query.ts'
import { findEventExtent } from '@sonde/store/heartbeats/heartbeat-events.ts'
import { findRunExtent } from '@sonde/store/results/chart-runs.ts'
import type { ApiDeps } from '../api-deps.ts'
import { knownCheck } from '../check-results/known-check.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

export function getCheckExtent(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/checks/:id/extent',
    {
      schema: {
        summary: 'Show from when to when there is data of a check',
        tags: ['Check status'],
        params: CheckParams,
        response: answers({ 200: CheckExtent }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const { read } = deps.store
      const key = { accountId: accountOf(request).id, checkId: request.params.id }
      const { check, checkNo } = await knownCheck(read, key)
      const extent = isPingedType(check.checkType)
        ? await findEventExtent(read, check.id)
        : await findRunExtent(read, checkNo)
      return {
        firstAt: extent === null ? null : new Date(extent.firstAt).toISOString(),
        lastAt: extent === null ? null : new Date(extent.lastAt).toISOString(),
      }
    },
  )
}
