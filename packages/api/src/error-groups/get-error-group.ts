import { ErrorGroup, ErrorGroupParams } from '@sonde/schema/checks/error-group.ts'
import { findErrorGroup } from '@sonde/store/results/error-groups.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { errorGroupAnswer } from '@sonde/actions/error-groups/error-group-answer.ts'

export function getErrorGroup(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/error-groups/:id',
    {
      schema: {
        summary: 'Show one error group',
        tags: ['Error Groups'],
        params: ErrorGroupParams,
        response: answers({ 200: ErrorGroup }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const key = { accountId: accountOf(request).id, id: request.params.id }
      const row = await findErrorGroup(deps.store.read, key)
      if (row === null) throw notFound('error group')
      return errorGroupAnswer(row)
    },
  )
}
