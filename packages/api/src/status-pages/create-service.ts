import { randomUUIDv7 } from 'node:crypto'
import { StatusPageService, StatusPageServiceWrite } from '@sonde/schema/status-pages/status-page-service.ts'
import { insertService, type ServiceRow } from '@sonde/store/status-pages/status-page-services.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordDocument } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { serviceAnswer } from '@sonde/actions/status-pages/service-answer.ts'

export function createService(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/status-pages/services',
    {
      schema: {
        summary: 'Create a service',
        tags: ['Status Page Services'],
        body: StatusPageServiceWrite,
        response: answers({ 201: StatusPageService }, 402),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const row: ServiceRow = {
        id: randomUUIDv7(),
        accountId: accountOf(request).id,
        name: request.body.name,
        createdAt: deps.clock.now(),
        updatedAt: null,
      }
      const answer = serviceAnswer(row)
      await deps.store.write(async (db) => {
        await insertService(db, row)
        await recordDocument(db, actorOf(request, deps), 'STATUS_PAGE_SERVICE', {
          before: null,
          after: answer,
        })
      })
      return reply.code(201).send(answer)
    },
  )
}
