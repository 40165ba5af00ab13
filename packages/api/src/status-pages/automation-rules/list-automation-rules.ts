import { ruleAnswers } from '@sonde/actions/status-pages/automation-rules/rule-document.ts'
import { findComponentPage } from '@sonde/actions/status-pages/components/component-page.ts'
import { StatusPageAutomationRuleList } from '@sonde/schema/status-pages/status-page-automation-rule.ts'
import { StatusPageParams } from '@sonde/schema/status-pages/status-page.ts'
import { listRules as readRules } from '@sonde/store/status-pages/status-page-rules.ts'
import type { ApiDeps } from '../../api-deps.ts'
import { accountOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { answers } from '../../http/operation.ts'

export function listRules(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/status-pages/:statusPageId/automation-rules',
    {
      schema: {
        summary: 'List the automation rules of a status page',
        description: 'Of a page of version 3. Oldest first.',
        tags: ['Status Page Automation Rules'],
        params: StatusPageParams,
        response: answers({ 200: StatusPageAutomationRuleList }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const { read } = deps.store
      const key = { accountId: accountOf(request).id, id: request.params.statusPageId }
      const page = await findComponentPage(read, key)
      return await ruleAnswers(read, await readRules(read, { pageIds: [page.id] }))
    },
  )
}
