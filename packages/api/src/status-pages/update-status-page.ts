import { StatusPage, StatusPageParams, StatusPageWrite } from '@sonde/schema/status-pages/status-page.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { updateStatusPage } from '@sonde/actions/status-pages/update-status-page.ts'

export function updateStatusPageRoute(app: App, deps: ApiDeps): void {
  app.put(
    '/v1/status-pages/:statusPageId',
    {
      schema: {
        summary: 'Replace a status page with its cards',
        description:
          'Omitted fields get their default. With `version`, the update is rejected if the page was changed since that version.',
        tags: ['Status Pages'],
        params: StatusPageParams,
        body: StatusPageWrite,
        response: answers({ 200: StatusPage }, 409),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) =>
      updateStatusPage(deps, actorOf(request, deps), {
        statusPageId: request.params.statusPageId,
        input: request.body,
      }),
  )
}
