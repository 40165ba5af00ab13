import { CheckOverviewSummary } from '@sonde/schema/checks/overview-summary.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { createSummaryReader } from './read-summary.ts'

export function getOverviewSummary(app: App, deps: ApiDeps): void {
  const readSummary = createSummaryReader(deps)
  app.get(
    '/v1/check-overview/summary',
    {
      schema: {
        summary: 'Show what needs attention',
        description:
          'Open problems, alerts of 24 hours, coverage, certificates that expire, maintenance and agents: the summary above the list of checks.',
        tags: ['Check status'],
        response: answers({ 200: CheckOverviewSummary }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => await readSummary(accountOf(request).id),
  )
}
