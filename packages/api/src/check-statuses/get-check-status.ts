import { CheckStatusAnswer, CheckStatusParams } from '@sonde/schema/checks/check-status-answer.ts'
import { listCheckStatuses } from '@sonde/store/checks/check-states.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { Refusal } from '@sonde/actions/refusal.ts'
import { statusAnswer } from './status-answer.ts'

export function getCheckStatus(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/check-statuses/:checkId',
    {
      schema: {
        summary: 'Show the status of one check',
        tags: ['Check status'],
        params: CheckStatusParams,
        response: answers({ 200: CheckStatusAnswer }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const key = { accountId: accountOf(request).id, checkId: request.params.checkId }
      const [row] = await listCheckStatuses(deps.store.read, key)
      if (row === undefined)
        throw new Refusal('not-found', 'There is no such check, or it has no verdict yet')
      return statusAnswer(row, deps.clock.now())
    },
  )
}
