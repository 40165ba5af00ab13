import { putCheckView } from '@sonde/actions/check-views/check-views.ts'
import { CheckView, CheckViewParams, CheckViewUpdate } from '@sonde/schema/checks/check-view.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

export function putCheckViewRoute(app: App, deps: ApiDeps): void {
  app.put(
    '/v1/check-views/:name',
    {
      schema: {
        summary: 'Save a view of the list of checks',
        description: 'For everybody of the account. A view of the same name is replaced.',
        tags: ['Check status'],
        params: CheckViewParams,
        body: CheckViewUpdate,
        response: answers({ 200: CheckView }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) => {
      const view = { name: request.params.name, query: request.body.query }
      return await putCheckView(deps, actorOf(request, deps), view)
    },
  )
}
