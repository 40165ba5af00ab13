import { groupTriggerAnswer } from '@sonde/actions/triggers/trigger-answer.ts'
import { CheckGroupTriggerList, GroupTriggersQuery } from '@sonde/schema/checks/check-trigger.ts'
import { groupTriggers } from '@sonde/store/checks/triggers.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

/** As `getGroupTrigger`, for those who do not know whether there is one: none is no error. */
export function listGroupTriggers(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/triggers/check-groups',
    {
      schema: {
        summary: 'List the URLs that run the checks of a group',
        description: 'One or none.',
        tags: ['Triggers'],
        querystring: GroupTriggersQuery,
        response: answers({ 200: CheckGroupTriggerList }),
      },
      // The token outlives the role of whoever has read it: for those who may make one themselves.
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) => {
      const trigger = await groupTriggers.find(deps.store.read, Number(request.query.groupId))
      return trigger === null || trigger.accountId !== accountOf(request).id
        ? []
        : [groupTriggerAnswer(trigger, deps)]
    },
  )
}
