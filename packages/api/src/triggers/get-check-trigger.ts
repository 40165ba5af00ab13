import { CheckTrigger, CheckTriggerParams } from '@sonde/schema/checks/check-trigger.ts'
import { checkTriggers } from '@sonde/store/checks/triggers.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { triggerAnswer } from '@sonde/actions/triggers/trigger-answer.ts'

export function getCheckTrigger(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/triggers/checks/:checkId',
    {
      schema: {
        summary: 'Show the URL that runs a check',
        tags: ['Triggers'],
        deprecated: true,
        params: CheckTriggerParams,
        response: answers({ 200: CheckTrigger }),
      },
      // The token outlives the role of whoever has read it: for those who may make one themselves.
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) => {
      const trigger = await checkTriggers.find(deps.store.read, request.params.checkId)
      if (trigger === null || trigger.accountId !== accountOf(request).id) throw notFound('trigger')
      return triggerAnswer(trigger, deps)
    },
  )
}
