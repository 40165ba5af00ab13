import { CheckGroupTrigger, CheckGroupTriggerParams } from '@sonde/schema/checks/check-trigger.ts'
import { groupTriggers } from '@sonde/store/checks/triggers.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { groupTriggerAnswer } from '@sonde/actions/triggers/trigger-answer.ts'

export function getGroupTrigger(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/triggers/check-groups/:groupId',
    {
      schema: {
        summary: 'Show the URL that runs the checks of a group',
        tags: ['Triggers'],
        deprecated: true,
        params: CheckGroupTriggerParams,
        response: answers({ 200: CheckGroupTrigger }),
      },
      // The token outlives the role of whoever has read it: for those who may make one themselves.
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) => {
      const trigger = await groupTriggers.find(deps.store.read, Number(request.params.groupId))
      if (trigger === null || trigger.accountId !== accountOf(request).id) throw notFound('trigger')
      return groupTriggerAnswer(trigger, deps)
    },
  )
}
