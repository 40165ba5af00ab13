import { CheckStatusList } from '@sonde/schema/checks/check-status-answer.ts'
import { listCheckStatuses as findStatuses } from '@sonde/store/checks/check-states.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { statusAnswer } from './status-answer.ts'

export function listCheckStatuses(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/check-statuses',
    {
      schema: {
        summary: 'Show the status of every check that has run',
        tags: ['Check status'],
        response: answers({ 200: CheckStatusList }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const rows = await findStatuses(deps.store.read, { accountId: accountOf(request).id })
      return rows.map((row) => statusAnswer(row, deps.clock.now()))
    },
  )
}
