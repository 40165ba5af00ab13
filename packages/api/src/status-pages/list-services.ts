import {
  StatusPageServiceList,
  StatusPageServicesQuery,
} from '@sonde/schema/status-pages/status-page-service.ts'
import { listServices as readServices } from '@sonde/store/status-pages/status-page-services.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { readPage } from './list-position.ts'
import { serviceDetails } from '@sonde/actions/status-pages/service-answer.ts'

export function listServices(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/status-pages/services',
    {
      schema: {
        summary: 'List the services of status pages',
        description: 'Newest first.',
        tags: ['Status Page Services'],
        querystring: StatusPageServicesQuery,
        response: answers({ 200: StatusPageServiceList }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const { paginated, ...query } = request.query
      const accountId = accountOf(request).id
      const { read } = deps.store
      if (!paginated) {
        const all = await readServices(read, { accountId, after: null, limit: null })
        return await serviceDetails(read, all)
      }
      return await readPage(
        query,
        { list: 'services', accountId },
        {
          read: (page) => readServices(read, page),
          show: (rows) => serviceDetails(read, rows),
        },
      )
    },
  )
}
