import { VariableParams, VariableUpdate, WrittenVariable } from '@sonde/schema/variables/variable.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { updateVariable } from '@sonde/actions/variables/update-variable.ts'

export function updateVariableRoute(app: App, deps: ApiDeps): void {
  app.put(
    '/v1/variables/:key',
    {
      schema: {
        summary: 'Set a variable',
        description:
          'Its value and its flags; those that are left out become false, except that a secret stays one. ' +
          'The answer shows the value, this once also that of a secret.',
        tags: ['Environment variables'],
        params: VariableParams,
        body: VariableUpdate,
        response: answers({ 200: WrittenVariable }, 402),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) =>
      updateVariable(deps, actorOf(request, deps), { key: request.params.key, input: request.body }),
  )
}
