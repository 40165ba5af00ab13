import { LocationKeyList } from '@sonde/schema/agents/location-key.ts'
import { listDataCenterKeys as listKeys } from '@sonde/store/locations/location-keys.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { dataCenterOf } from '@sonde/actions/locations/data-center-of.ts'
import { requireOperators } from './operators-only.ts'
import { locationKeyAnswer } from '@sonde/actions/locations/location-key-answer.ts'

export function listDataCenterKeys(app: App, deps: ApiDeps): void {
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
    async (request) => {
      await requireOperators(request, deps.store)
      const { dataCenter } = dataCenterOf(request.params.code)
      return (await listKeys(deps.store.read, dataCenter)).map((row) => locationKeyAnswer(row))
    },
  )
}
