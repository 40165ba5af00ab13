import { readAnnotations } from '@sonde/actions/checks/read-annotations.ts'
import {
  CheckAnnotations,
  CheckAnnotationsQuery,
  mostAnnotations,
} from '@sonde/schema/checks/check-charts.ts'
import { CheckParams } from '@sonde/schema/checks/check-query.ts'
import { windowAsked } from '../analytics/analytics-request.ts'
import type { ApiDeps } from '../api-deps.ts'
import { knownCheck } from '../check-results/known-check.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

export function getCheckAnnotations(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/checks/:id/annotations',
    {
      schema: {
        summary: 'List what happened around the runs of a check',
        description: `Alerts, maintenance, edits and deployments of a window, the newest ${mostAnnotations} of each.`,
        tags: ['Check status'],
        params: CheckParams,
        querystring: CheckAnnotationsQuery,
        response: answers({ 200: CheckAnnotations }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const window = windowAsked(request.query, deps.clock.now())
      const accountId = accountOf(request).id
      const { check, checkNo } = await knownCheck(deps.store.read, { accountId, checkId: request.params.id })
      return {
        checkId: check.id,
        from: new Date(window.from).toISOString(),
        to: new Date(window.to).toISOString(),
        ...(await readAnnotations(deps.store.read, { accountId, check, checkNo }, window)),
      }
    },
  )
}
