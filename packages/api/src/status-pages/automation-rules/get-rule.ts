import { notFound } from '@sonde/actions/refusal.ts'
import { ruleAnswer } from '@sonde/actions/status-pages/automation-rules/rule-document.ts'
import { findComponentPage } from '@sonde/actions/status-pages/components/component-page.ts'
import {
  StatusPageAutomationRule,
  StatusPageAutomationRuleParams,
} from '@sonde/schema/status-pages/status-page-automation-rule.ts'
import { listRules } from '@sonde/store/status-pages/status-page-rules.ts'
import type { ApiDeps } from '../../api-deps.ts'
import { accountOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { answers } from '../../http/operation.ts'

export function getRule(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/status-pages/:statusPageId/automation-rules/:ruleId',
    {
      schema: {
        summary: 'Show one automation rule',
        tags: ['Status Page Automation Rules'],
        params: StatusPageAutomationRuleParams,
        response: answers({ 200: StatusPageAutomationRule }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const { read } = deps.store
      const { statusPageId, ruleId } = request.params
      const page = await findComponentPage(read, { accountId: accountOf(request).id, id: statusPageId })
      const [rule] = await listRules(read, { pageIds: [page.id], ids: [ruleId] })
      const answer = rule === undefined ? null : await ruleAnswer(read, rule)
      if (answer === null) throw notFound('automation rule')
      return answer
    },
  )
}
