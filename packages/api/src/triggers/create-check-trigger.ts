import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import { CheckTrigger, CheckTriggerParams } from '@sonde/schema/checks/check-trigger.ts'
import { findCheckForUpdate } from '@sonde/store/checks/checks.ts'
import { checkTriggers } from '@sonde/store/checks/triggers.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { type HttpRefusal, invalid } from '../http/refusal.ts'
import { triggerAnswer } from './trigger-answer.ts'
import { newTriggerToken } from './trigger-token.ts'

export function createCheckTrigger(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/triggers/checks/:checkId',
    {
      schema: {
        summary: 'Make an address that runs a check',
        description: 'A check has one at most: asked again, this answers with the same.',
        tags: ['Triggers'],
        deprecated: true,
        params: CheckTriggerParams,
        response: answers({ 201: CheckTrigger }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const { id: accountId } = accountOf(request)
      const { token, tokenHash } = newTriggerToken()
      const createdAt = deps.clock.now()
      const trigger = await deps.store.write(async (db) => {
        const check = await findCheckForUpdate(db, { accountId, id: request.params.checkId })
        if (check === null) throw notFound('check')
        if (kindOf(check.checkType).run === null) throw neverRun()
        const sealedToken = deps.store.sealer.seal(token, checkTriggers.contextOf(check.id))
        const made = await checkTriggers.ensure(db, {
          subjectId: check.id,
          accountId,
          sealedToken,
          tokenHash,
          createdAt,
        })
        if (made.sealedToken === sealedToken) {
          await recordChange(db, actorOf(request, deps), {
            entityType: 'CHECK_TRIGGER',
            entityId: made.id,
            entityName: check.name,
            before: null,
            after: { checkId: check.id },
          })
        }
        return made
      })
      return reply.code(201).send(triggerAnswer(trigger, deps))
    },
  )
}

function neverRun(): HttpRefusal {
  return invalid('params', [
    { path: 'checkId', message: 'names a heartbeat monitor, which waits for pings and is never run' },
  ])
}
