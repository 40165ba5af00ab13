import { readDistribution } from '@sonde/analytics/distribution.ts'
import { dataCenterName } from '@sonde/schema/agents/location.ts'
import { CheckDistribution, CheckDistributionQuery } from '@sonde/schema/checks/check-charts.ts'
import { CheckParams } from '@sonde/schema/checks/check-query.ts'
import { listPrivateLocationsOf } from '@sonde/store/locations/private-locations.ts'
import { windowAsked } from '../analytics/analytics-request.ts'
import type { ApiDeps } from '../api-deps.ts'
import { figuresDeps } from '../analytics/figures-deps.ts'
import { knownCheck } from '../check-results/known-check.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { invalid } from '../http/refusal.ts'

async function isLocation({ store }: ApiDeps, accountId: string, code: string): Promise<boolean> {
  if (dataCenterName(code) !== null) return true
  const own = await listPrivateLocationsOf(store.read, accountId)
  return own.some(({ slugName }) => slugName === code)
}

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
      const { location = null, servedBy = null } = request.query
      const distribution = await readDistribution(figuresDeps(deps), {
        check: { checkNo, checkType: check.checkType },
        window,
        location,
        servedBy,
      })
      // Of a private location that was deleted there may still be runs.
      if (
        location !== null &&
        distribution.runs === 0 &&
        !(await isLocation(deps, key.accountId, location))
      ) {
        throw invalid('query', [{ path: 'location', message: 'is not a location of this account' }])
      }
      return {
        checkId: check.id,
        from: new Date(window.from).toISOString(),
        to: new Date(window.to).toISOString(),
        ...distribution,
      }
    },
  )
}
