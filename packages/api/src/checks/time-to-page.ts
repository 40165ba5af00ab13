import { readTimeToPage } from '@sonde/actions/checks/read-time-to-page.ts'
import { CheckParams } from '@sonde/schema/checks/check-query.ts'
import { TimeToPage } from '@sonde/schema/checks/time-to-page.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

export function timeToPageRoute(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/checks/:id/time-to-page',
    {
      schema: {
        summary: 'Show how long an outage can go unnoticed',
        description:
          'The worst case with the current settings of the check, and the measured times of the last 30 days. ' +
          'The measurement starts when the first failed run of an outage was due.',
        tags: ['Checks'],
        params: CheckParams,
        response: answers({ 200: TimeToPage }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => readTimeToPage(deps, actorOf(request, deps), { id: request.params.id }),
  )
}
