import { createRule } from '@sonde/actions/status-pages/automation-rules/create-rule.ts'
import {
  StatusPageAutomationRule,
  StatusPageAutomationRuleWrite,
} from '@sonde/schema/status-pages/status-page-automation-rule.ts'
import { StatusPageParams } from '@sonde/schema/status-pages/status-page.ts'
import type { ApiDeps } from '../../api-deps.ts'
import { actorOf } from '../../http/actor-of.ts'
import type { App } from '../../http/app-type.ts'
import { answers } from '../../http/operation.ts'

export function createRuleRoute(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/status-pages/:statusPageId/automation-rules',
    {
      schema: {
        summary: 'Add an automation rule to a status page',
        description:
          'While a check with one of the tags fails, the rule keeps one incident open on the page. A check that fails already opens it at once.',
        tags: ['Status Page Automation Rules'],
        params: StatusPageParams,
        body: StatusPageAutomationRuleWrite,
        response: answers({ 201: StatusPageAutomationRule }, 402),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const { statusPageId } = request.params
      const input = request.body
      return reply.code(201).send(await createRule(deps, actorOf(request, deps), { statusPageId, input }))
    },
  )
}
