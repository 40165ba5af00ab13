import { Dashboard, DashboardCreate } from '@sonde/schema/status-pages/dashboard.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { createDashboard } from '@sonde/actions/dashboards/create-dashboard.ts'

export function createDashboardRoute(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/dashboards',
    {
      schema: {
        summary: 'Create a dashboard',
        description: 'The password of a private dashboard, `keys[0].rawKey`, is shown only in this response.',
        tags: ['Dashboards'],
        body: DashboardCreate,
        response: answers({ 201: Dashboard }, 402, 409),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) =>
      reply.code(201).send(await createDashboard(deps, actorOf(request, deps), { input: request.body })),
  )
}
