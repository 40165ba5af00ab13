import { LocationList, nameOfLocation } from '@sonde/schema/agents/location.ts'
import type { ApiDeps } from '../api-deps.ts'
import { publicAccess } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { publicAnswers } from '../http/operation.ts'
import { findThisServer } from './this-server.ts'

export function listLocations(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/locations',
    {
      schema: {
        summary: 'List the data-center locations and what serves them',
        tags: ['Location'],
        response: publicAnswers({ 200: LocationList }),
      },
      config: { access: publicAccess },
    },
    async () => {
      const standIns = new Set(await deps.standIns.locations())
      const thisServer = await findThisServer(deps)
      return deps.servedLocations().map((region) => ({
        region,
        name: nameOfLocation(region),
        servedBy: standIns.has(region) ? ('STAND_IN' as const) : ('AGENT' as const),
        isThisServer: region === thisServer,
      }))
    },
  )
}
