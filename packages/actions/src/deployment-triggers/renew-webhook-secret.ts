import { randomBytes } from 'node:crypto'
import type { DeploymentWebhookSecret } from '@sonde/schema/checks/deployment-trigger.ts'
import {
  deploymentSecretContext,
  findDeploymentSecret,
  putDeploymentSecret,
} from '@sonde/store/deployments/deployments.ts'
import { lockAccount } from '@sonde/store/accounts/accounts.ts'
import { Masked } from '../audit/changed-fields.ts'
import { recordChange } from '../audit/record-change.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function renewWebhookSecret(deps: ActionDeps, actor: Actor): Promise<DeploymentWebhookSecret> {
  const accountId = actor.accountId
  const secret = randomBytes(32).toString('hex')
  const sealedSecret = deps.store.sealer.seal(secret, deploymentSecretContext(accountId))
  await deps.store.write(async (db) => {
    await lockAccount(db, accountId)
    const before = await findDeploymentSecret(db, accountId)
    await putDeploymentSecret(db, { accountId, sealedSecret, at: deps.clock.now() })
    await recordChange(db, actor, {
      entityType: 'DEPLOYMENT_TRIGGER',
      entityId: accountId,
      entityName: 'webhook secret',
      before: before === null ? null : { webhookSecret: new Masked(before) },
      after: { webhookSecret: new Masked(sealedSecret) },
    })
  })
  const url = `${deps.publicUrl()}/v1/deployment-triggers/github/${accountId}`
  return { secret, url }
}
