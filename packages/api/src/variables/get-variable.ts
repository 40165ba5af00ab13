import { Variable, VariableParams } from '@sonde/schema/variables/variable.ts'
import { findVariable } from '@sonde/store/variables/variables.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { variableAnswer } from '@sonde/actions/variables/variable-answer.ts'

export function getVariable(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/variables/:key',
    {
      schema: {
        summary: 'Show one variable',
        tags: ['Environment variables'],
        params: VariableParams,
        response: answers({ 200: Variable }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const { id: accountId, role } = accountOf(request)
      const { read, sealer } = deps.store
      const row = await findVariable(read, { accountId, key: request.params.key })
      if (row === null) throw notFound('variable')
      return variableAnswer(row, { role, sealer })
    },
  )
}
