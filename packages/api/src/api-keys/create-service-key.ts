import { ServiceApiKeyCreate, ServiceApiKeyCreated } from '@sonde/schema/accounts/api-key.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { createServiceApiKey } from '@sonde/actions/api-keys/create-service-key.ts'

export function createServiceApiKeyRoute(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/accounts/me/api-keys',
    {
      schema: {
        summary: 'Create a service API key',
        description: 'The key is shown only in this response.',
        tags: ['API keys'],
        body: ServiceApiKeyCreate,
        response: answers({ 201: ServiceApiKeyCreated }, 402),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request, reply) =>
      reply.code(201).send(await createServiceApiKey(deps, actorOf(request, deps), { input: request.body })),
  )
}
