import { changeRule, replaceRule } from '@sonde/actions/status-pages/automation-rules/update-rule.ts'
import {
  StatusPageAutomationRule,
  StatusPageAutomationRuleParams,
  StatusPageAutomationRulePatch,
  StatusPageAutomationRuleWrite,
} from '@sonde/schema/status-pages/status-page-automation-rule.ts'
import type { ApiDeps } from '../../api-deps.ts'
import { actorOf } from '../../http/actor-of.ts'
import type { App } from '../../http/app-type.ts'
import { answers } from '../../http/operation.ts'

const access = { kind: 'account', role: 'READ_WRITE' } as const
const url = '/v1/status-pages/:statusPageId/automation-rules/:ruleId'

/** `PUT` replaces it, `PATCH` changes what is sent. */
export function updateRuleRoutes(app: App, deps: ApiDeps): void {
  app.put(
    url,
    {
      schema: {
        summary: 'Replace an automation rule',
        description: 'Omitted fields get their default.',
        tags: ['Status Page Automation Rules'],
        params: StatusPageAutomationRuleParams,
        body: StatusPageAutomationRuleWrite,
        response: answers({ 200: StatusPageAutomationRule }),
      },
      config: { access },
    },
    async (request) => replaceRule(deps, actorOf(request, deps), { ...request.params, input: request.body }),
  )

  app.patch(
    url,
    {
      schema: {
        summary: 'Change an automation rule',
        description: 'Omitted fields are kept.',
        tags: ['Status Page Automation Rules'],
        params: StatusPageAutomationRuleParams,
        body: StatusPageAutomationRulePatch,
        response: answers({ 200: StatusPageAutomationRule }),
      },
      config: { access },
    },
    async (request) => changeRule(deps, actorOf(request, deps), { ...request.params, input: request.body }),
  )
}
