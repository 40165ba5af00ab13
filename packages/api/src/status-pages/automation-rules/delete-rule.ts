import { deleteRule } from '@sonde/actions/status-pages/automation-rules/delete-rule.ts'
import { StatusPageAutomationRuleParams } from '@sonde/schema/status-pages/status-page-automation-rule.ts'
import type { ApiDeps } from '../../api-deps.ts'
import { actorOf } from '../../http/actor-of.ts'
import type { App } from '../../http/app-type.ts'
import { noContent } from '../../http/no-content.ts'
import { answers } from '../../http/operation.ts'

export function deleteRuleRoute(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/status-pages/:statusPageId/automation-rules/:ruleId',
    {
      schema: {
        summary: 'Delete an automation rule',
        description: 'Its open incident is resolved.',
        tags: ['Status Page Automation Rules'],
        params: StatusPageAutomationRuleParams,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      await deleteRule(deps, actorOf(request, deps), request.params)
      return reply.code(204).send()
    },
  )
}
