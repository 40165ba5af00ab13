import { VariableParams } from '@sonde/schema/variables/variable.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { deleteVariable } from '@sonde/actions/variables/delete-variable.ts'

export function deleteVariableRoute(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/variables/:key',
    {
      schema: {
        summary: 'Delete a variable',
        description: 'Placeholders that still use it are no longer replaced.',
        tags: ['Environment variables'],
        params: VariableParams,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      await deleteVariable(deps, actorOf(request, deps), { key: request.params.key })
      return reply.code(204).send()
    },
  )
}
