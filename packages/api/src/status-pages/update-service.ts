import {
  StatusPageService,
  StatusPageServiceParams,
  StatusPageServiceWrite,
} from '@sonde/schema/status-pages/status-page-service.ts'
import { laterThan } from '@sonde/status-pages/later-than.ts'
import {
  findServiceForUpdate,
  renameService,
  type ServiceRow,
} from '@sonde/store/status-pages/status-page-services.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordDocument } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { serviceAnswer } from '@sonde/actions/status-pages/service-answer.ts'

export function updateService(app: App, deps: ApiDeps): void {
  app.put(
    '/v1/status-pages/services/:serviceId',
    {
      schema: {
        summary: 'Rename a service',
        tags: ['Status Page Services'],
        params: StatusPageServiceParams,
        body: StatusPageServiceWrite,
        response: answers({ 200: StatusPageService }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) => {
      const key = { accountId: accountOf(request).id, id: request.params.serviceId }
      const { name } = request.body
      return await deps.store.write(async (db) => {
        const before = await findServiceForUpdate(db, key)
        if (!before) throw notFound('service')
        const after: ServiceRow = { ...before, name, updatedAt: laterThan(before, deps.clock.now()) }
        await renameService(db, after)
        await recordDocument(db, actorOf(request, deps), 'STATUS_PAGE_SERVICE', {
          before: serviceAnswer(before),
          after: serviceAnswer(after),
        })
        return serviceAnswer(after)
      })
    },
  )
}
