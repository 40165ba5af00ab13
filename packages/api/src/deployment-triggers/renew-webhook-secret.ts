import { DeploymentWebhookSecret } from '@sonde/schema/checks/deployment-trigger.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { renewWebhookSecret } from '@sonde/actions/deployment-triggers/renew-webhook-secret.ts'

export function renewWebhookSecretRoute(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/deployment-triggers/webhook-secret',
    {
      schema: {
        summary: 'Create the secret with which GitHub signs its deployment events',
        description:
          'One secret for the account, for the webhooks of all its repositories. It is shown only once.',
        tags: ['Deployment Triggers'],
        response: answers({ 201: DeploymentWebhookSecret }),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request, reply) => reply.code(201).send(await renewWebhookSecret(deps, actorOf(request, deps))),
  )
}
