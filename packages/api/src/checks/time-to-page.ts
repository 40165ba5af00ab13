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
        summary: 'How long an outage can go unnoticed',
        description:
          'The worst case that the settings of the check allow, beside what was measured in the last 30 days. ' +
          'What is measured begins with the slot of the first failed run of an episode.',
        tags: ['Checks'],
        params: CheckParams,
        response: answers({ 200: TimeToPage }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => readTimeToPage(deps, actorOf(request, deps), { id: request.params.id }),
  )
}
