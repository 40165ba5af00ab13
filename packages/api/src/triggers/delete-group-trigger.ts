import { CheckGroupTriggerParams } from '@sonde/schema/check-trigger.ts'
import { deleteGroupTrigger as removeTrigger } from '@sonde/store/group-triggers.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '../http/refusal.ts'

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
      const key = { accountId: accountOf(request).id, groupId: Number(request.params.groupId) }
      const deleted = await deps.store.write((db) => removeTrigger(db, key))
      if (!deleted) throw notFound('trigger')
      return reply.code(204).send()
    },
  )
}
