import { CheckGroupTrigger, CheckGroupTriggerParams } from '@sonde/schema/checks/check-trigger.ts'
import { findGroupForUpdate } from '@sonde/store/checks/check-groups.ts'
import { groupTriggers } from '@sonde/store/checks/triggers.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { groupTriggerAnswer } from './trigger-answer.ts'
import { newTriggerToken } from './trigger-token.ts'

export function createGroupTrigger(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/triggers/check-groups/:groupId',
    {
      schema: {
        summary: 'Make an address that runs the checks of a group',
        description: 'A group has one at most: asked again, this answers with the same.',
        tags: ['Triggers'],
        deprecated: true,
        params: CheckGroupTriggerParams,
        response: answers({ 201: CheckGroupTrigger }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const { id: accountId } = accountOf(request)
      const { token, tokenHash } = newTriggerToken()
      const createdAt = deps.clock.now()
      const trigger = await deps.store.write(async (db) => {
        const group = await findGroupForUpdate(db, { accountId, id: Number(request.params.groupId) })
        if (group === null) throw notFound('check group')
        const sealedToken = deps.store.sealer.seal(token, groupTriggers.contextOf(group.id))
        const made = await groupTriggers.ensure(db, {
          subjectId: group.id,
          accountId,
          sealedToken,
          tokenHash,
          createdAt,
        })
        if (made.sealedToken === sealedToken) {
          await recordChange(db, actorOf(request, deps), {
            entityType: 'CHECK_GROUP_TRIGGER',
            entityId: made.id,
            entityName: group.name,
            before: null,
            after: { groupId: group.id },
          })
        }
        return made
      })
      return reply.code(201).send(groupTriggerAnswer(trigger, deps))
    },
  )
}
