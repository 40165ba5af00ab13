import { randomBytes } from 'node:crypto'
import { DeploymentWebhookSecret } from '@sonde/schema/checks/deployment-trigger.ts'
import {
  deploymentSecretContext,
  findDeploymentSecret,
  putDeploymentSecret,
} from '@sonde/store/deployments/deployments.ts'
import { lockAccount } from '@sonde/store/accounts/accounts.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { Masked } from '@sonde/actions/audit/changed-fields.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

export function renewWebhookSecret(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/deployment-triggers/webhook-secret',
    {
      schema: {
        summary: 'Make the secret with which GitHub signs its deployment events',
        description: 'One for the account, for the webhooks of all its repositories. Shown this once.',
        tags: ['Deployment Triggers'],
        response: answers({ 201: DeploymentWebhookSecret }),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request, reply) => {
      const accountId = accountOf(request).id
      const secret = randomBytes(32).toString('hex')
      const sealedSecret = deps.store.sealer.seal(secret, deploymentSecretContext(accountId))
      await deps.store.write(async (db) => {
        await lockAccount(db, accountId)
        const before = await findDeploymentSecret(db, accountId)
        await putDeploymentSecret(db, { accountId, sealedSecret, at: deps.clock.now() })
        await recordChange(db, actorOf(request, deps), {
          entityType: 'DEPLOYMENT_TRIGGER',
          entityId: accountId,
          entityName: 'webhook secret',
          before: before === null ? null : { webhookSecret: new Masked(before) },
          after: { webhookSecret: new Masked(sealedSecret) },
        })
      })
      const url = `${deps.publicUrl()}/v1/deployment-triggers/github/${accountId}`
      return reply.code(201).send({ secret, url })
    },
  )
}
