import { IntegrationTokenCreate, IntegrationTokenCreated } from '@sonde/schema/accounts/integration-token.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { createIntegrationToken } from '@sonde/actions/integration-tokens/create-integration-token.ts'

export function createIntegrationTokenRoute(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/integration-tokens',
    {
      schema: {
        summary: 'Create an integration token',
        description: 'The token is shown only in this response.',
        tags: ['Integration tokens'],
        body: IntegrationTokenCreate,
        response: answers({ 201: IntegrationTokenCreated }),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request, reply) =>
      reply
        .code(201)
        .send(await createIntegrationToken(deps, actorOf(request, deps), { input: request.body })),
  )
}
