import { changeComponent, replaceComponent } from '@sonde/actions/status-pages/components/update-component.ts'
import {
  StatusPageComponent,
  StatusPageComponentParams,
  StatusPageComponentPatch,
  StatusPageComponentWrite,
} from '@sonde/schema/status-pages/status-page-component.ts'
import type { ApiDeps } from '../../api-deps.ts'
import { actorOf } from '../../http/actor-of.ts'
import type { App } from '../../http/app-type.ts'
import { answers } from '../../http/operation.ts'

const access = { kind: 'account', role: 'READ_WRITE' } as const
const url = '/v1/status-pages/:statusPageId/components/:componentId'

/** `PUT` replaces it, `PATCH` changes what is sent. */
export function updateComponentRoutes(app: App, deps: ApiDeps): void {
  app.put(
    url,
    {
      schema: {
        summary: 'Replace a component',
        description: 'Omitted fields get their default.',
        tags: ['Status Page Components'],
        params: StatusPageComponentParams,
        body: StatusPageComponentWrite,
        response: answers({ 200: StatusPageComponent }),
      },
      config: { access },
    },
    async (request) =>
      replaceComponent(deps, actorOf(request, deps), { ...request.params, input: request.body }),
  )

  app.patch(
    url,
    {
      schema: {
        summary: 'Change a component',
        description: 'Omitted fields are kept.',
        tags: ['Status Page Components'],
        params: StatusPageComponentParams,
        body: StatusPageComponentPatch,
        response: answers({ 200: StatusPageComponent }),
      },
      config: { access },
    },
    async (request) =>
      changeComponent(deps, actorOf(request, deps), { ...request.params, input: request.body }),
  )
}
