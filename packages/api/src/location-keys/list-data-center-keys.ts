import { listDataCenterKeys } from '@sonde/actions/locations/list-data-center-keys.ts'
import { LocationKeyList } from '@sonde/schema/agents/location-key.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

export function listDataCenterKeysRoute(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/locations/:code/keys',
    {
      schema: {
        summary: 'List the keys for agents of a data-center location',
        tags: ['Location'],
        params: Type.Object({ code: Type.String() }),
        response: answers({ 200: LocationKeyList }),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request) => listDataCenterKeys(deps, actorOf(request, deps), request.params),
  )
}
