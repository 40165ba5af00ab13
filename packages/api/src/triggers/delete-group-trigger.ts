import { CheckGroupTriggerParams } from '@sonde/schema/checks/check-trigger.ts'
import { groupTriggers } from '@sonde/store/checks/triggers.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'

export function deleteGroupTrigger(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/triggers/check-groups/:groupId',
    {
      schema: {
        summary: 'Revoke the address that runs the checks of a group',
        tags: ['Triggers'],
        deprecated: true,
        params: CheckGroupTriggerParams,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const groupId = Number(request.params.groupId)
      const key = { accountId: accountOf(request).id, subjectId: groupId }
      await deps.store.write(async (db) => {
        if (!(await groupTriggers.delete(db, key))) throw notFound('trigger')
        await recordChange(db, actorOf(request, deps), {
          entityType: 'CHECK_GROUP_TRIGGER',
          entityId: groupId,
          entityName: null,
          before: { groupId },
          after: null,
        })
      })
      return reply.code(204).send()
    },
  )
}
