import {
  StatusPageServiceDetail,
  StatusPageServiceParams,
} from '@sonde/schema/status-pages/status-page-service.ts'
import { findService } from '@sonde/store/status-pages/status-page-services.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { serviceDetails } from '@sonde/actions/status-pages/service-answer.ts'

export function getService(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/status-pages/services/:serviceId',
    {
      schema: {
        summary: 'Show one service',
        tags: ['Status Page Services'],
        params: StatusPageServiceParams,
        response: answers({ 200: StatusPageServiceDetail }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const key = { accountId: accountOf(request).id, id: request.params.serviceId }
      const row = await findService(deps.store.read, key)
      if (!row) throw notFound('service')
      const [detail] = await serviceDetails(deps.store.read, [row])
      if (detail === undefined) throw notFound('service')
      return detail
    },
  )
}
