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
          'Sets its value and its flags. Omitted flags become false, except that a secret stays secret. ' +
          'The response contains the value; that of a secret is shown only here.',
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
