import { CheckTriggerParams } from '@sonde/schema/checks/check-trigger.ts'
import { checkTriggers } from '@sonde/store/checks/triggers.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'

export function deleteCheckTrigger(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/triggers/checks/:checkId',
    {
      schema: {
        summary: 'Revoke the address that runs a check',
        tags: ['Triggers'],
        deprecated: true,
        params: CheckTriggerParams,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const { checkId } = request.params
      const key = { accountId: accountOf(request).id, subjectId: checkId }
      await deps.store.write(async (db) => {
        if (!(await checkTriggers.delete(db, key))) throw notFound('trigger')
        await recordChange(db, actorOf(request, deps), {
          entityType: 'CHECK_TRIGGER',
          entityId: checkId,
          entityName: null,
          before: { checkId },
          after: null,
        })
      })
      return reply.code(204).send()
    },
  )
}
