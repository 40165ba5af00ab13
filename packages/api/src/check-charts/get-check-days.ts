import { availabilityOf } from '@sonde/analytics/aggregate-metric.ts'
import { readCheckDays } from '@sonde/analytics/check-days.ts'
import { CheckDays, CheckDaysQuery } from '@sonde/schema/checks/check-charts.ts'
import { CheckParams } from '@sonde/schema/checks/check-query.ts'
import type { ApiDeps } from '../api-deps.ts'
import { figuresDeps } from '../analytics/figures-deps.ts'
import { knownCheck } from '../check-results/known-check.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

export function getCheckDays(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/checks/:id/days',
    {
      schema: {
        summary: 'Show the availability of a check day by day',
        description: 'Days without any run have no availability, and are in no percentage.',
        tags: ['Check status'],
        params: CheckParams,
        querystring: CheckDaysQuery,
        response: answers({ 200: CheckDays }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' }, compresses: true },
    },
    async (request) => {
      const { days, timezone } = request.query
      const key = { accountId: accountOf(request).id, checkId: request.params.id }
      const { check, checkNo } = await knownCheck(deps.store.read, key)
      const calendar = await readCheckDays(figuresDeps(deps), {
        check: { checkId: check.id, checkNo, checkType: check.checkType },
        days,
        timezone,
      })
      const runs = calendar.reduce((sum, day) => sum + day.runs, 0)
      const failed = calendar.reduce((sum, day) => sum + day.failed, 0)
      return {
        checkId: check.id,
        timezone,
        measuredDays: calendar.filter((day) => day.runs > 0).length,
        runs,
        failed,
        availability: availabilityOf({ runs, failed }),
        days: calendar.map(({ from, to, ...day }) => ({
          ...day,
          from: new Date(from).toISOString(),
          to: new Date(to).toISOString(),
        })),
      }
    },
  )
}
