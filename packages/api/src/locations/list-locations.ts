import { LocationList, nameOfLocation } from '@sonde/schema/agents/location.ts'
import type { ApiDeps } from '../api-deps.ts'
import { publicAccess } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { publicAnswers } from '../http/operation.ts'

export function listLocations(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/locations',
    {
      schema: {
        summary: 'List the data-center locations that an agent serves',
        tags: ['Location'],
        response: publicAnswers({ 200: LocationList }),
      },
      config: { access: publicAccess },
    },
    async () => deps.servedLocations().map((region) => ({ region, name: nameOfLocation(region) })),
  )
}
