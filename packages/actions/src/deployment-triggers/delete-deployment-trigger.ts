import { deleteDeploymentTrigger as removeTrigger } from '@sonde/store/deployments/deployment-triggers.ts'
import { recordChange } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'
import { deploymentTriggerAnswer } from './deployment-trigger-answer.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function deleteDeploymentTrigger(
  deps: ActionDeps,
  actor: Actor,
  { id }: { id: string },
): Promise<void> {
  const key = { accountId: actor.accountId, id: Number(id) }
  await deps.store.write(async (db) => {
    const before = await removeTrigger(db, key)
    if (before === null) throw notFound('deployment trigger')
    await recordChange(db, actor, {
      entityType: 'DEPLOYMENT_TRIGGER',
      entityId: before.id,
      entityName: before.repoName,
      before: deploymentTriggerAnswer(before),
      after: null,
    })
  })
}
