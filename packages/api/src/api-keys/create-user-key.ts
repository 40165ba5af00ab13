import { createUserApiKey } from '@sonde/actions/api-keys/create-user-key.ts'
import { mostUserKeys, UserApiKeyCreate, UserApiKeyCreated } from '@sonde/schema/accounts/api-key.ts'
import type { ApiDeps } from '../api-deps.ts'
import { userActorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

export function createUserApiKeyRoute(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/users/me/api-keys',
    {
      schema: {
        summary: 'Create an API key of your own',
        description: `The key is shown only in this response. A user has at most ${mostUserKeys} keys.`,
        tags: ['API keys'],
        body: UserApiKeyCreate,
        response: answers({ 201: UserApiKeyCreated }, 402),
      },
      config: { access: { kind: 'user' } },
    },
    async (request, reply) =>
      reply.code(201).send(await createUserApiKey(deps, userActorOf(request, deps), { input: request.body })),
  )
}
