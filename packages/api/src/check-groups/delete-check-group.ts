import { GroupParams } from '@sonde/schema/checks/check-group.ts'
import { deleteGroup, findGroupForUpdate } from '@sonde/store/checks/check-groups.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { notFound, conflict } from '@sonde/actions/refusal.ts'
import { documentOf } from './group-document.ts'

export function deleteCheckGroup(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/check-groups/:id',
    {
      schema: {
        summary: 'Delete a check group',
        description: 'Only when it has no checks. Its subscriptions and its trigger go with it.',
        tags: ['Check groups'],
        params: GroupParams,
        response: answers({ 204: noContent }, 409),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const key = { accountId: accountOf(request).id, id: Number(request.params.id) }
      await deps.store.write(async (db) => {
        const before = await findGroupForUpdate(db, key)
        const outcome = await deleteGroup(db, key)
        if (before === null || outcome === 'unknown') throw notFound('check group')
        if (outcome === 'used') {
          throw conflict('The group still has checks: delete them or take them out of it first')
        }
        await recordChange(db, actorOf(request, deps), {
          entityType: 'CHECK_GROUP',
          entityId: before.id,
          entityName: before.name,
          before: documentOf(before, deps.store.sealer),
          after: null,
        })
      })
      return reply.code(204).send()
    },
  )
}
