import { VariableCreate, WrittenVariable } from '@sonde/schema/variables/variable.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { createVariable } from '@sonde/actions/variables/create-variable.ts'

export function createVariableRoute(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/variables',
    {
      schema: {
        summary: 'Create a variable of the account',
        description:
          'The response contains the value; that of a secret is shown only here. An account has at most 500 variables, whose values have at most 1,000,000 bytes together.',
        tags: ['Environment variables'],
        body: VariableCreate,
        response: answers({ 201: WrittenVariable }, 402, 409),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) =>
      reply.code(201).send(await createVariable(deps, actorOf(request, deps), { input: request.body })),
  )
}
