import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import type { CreateDeploymentTrigger, DeploymentTrigger } from '@sonde/schema/checks/deployment-trigger.ts'
import { lockAccount } from '@sonde/store/accounts/accounts.ts'
import { findGroup } from '@sonde/store/checks/check-groups.ts'
import { findCheck } from '@sonde/store/checks/checks.ts'
import {
  findDeploymentTriggerOf,
  insertDeploymentTrigger,
} from '@sonde/store/deployments/deployment-triggers.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { recordChange } from '../audit/record-change.ts'
import { invalidInput, notFound } from '../refusal.ts'
import { deploymentTriggerAnswer } from './deployment-trigger-answer.ts'
import { triggerContent } from './deployment-trigger-document.ts'

/** A check or a group has one at most: the one that is there stays as it is. */
export async function createDeploymentTrigger(
  deps: ActionDeps,
  actor: Actor,
  { input }: { input: CreateDeploymentTrigger },
): Promise<{ trigger: DeploymentTrigger; isNew: boolean }> {
  const { accountId } = actor
  const content = triggerContent(input)
  return await deps.store.write(async (db) => {
    await lockAccount(db, accountId)
    await requireTarget(db, accountId, content)
    const existing = await findDeploymentTriggerOf(db, content)
    if (existing !== null) return { trigger: deploymentTriggerAnswer(existing), isNew: false }
    const row = await insertDeploymentTrigger(db, {
      ...content,
      accountId,
      createdAt: deps.clock.now(),
      updatedAt: null,
    })
    const trigger = deploymentTriggerAnswer(row)
    await recordChange(db, actor, {
      entityType: 'DEPLOYMENT_TRIGGER',
      entityId: row.id,
      entityName: row.repoName,
      before: null,
      after: trigger,
    })
    return { trigger, isNew: true }
  })
}

/** The check or the group must be of the account, and something that runs. */
export async function requireTarget(
  db: Db,
  accountId: string,
  { checkId, groupId }: { checkId: string | null; groupId: number | null },
): Promise<void> {
  if (checkId === null) {
    if ((await findGroup(db, { accountId, id: groupId ?? 0 })) === null) throw notFound('check group')
    return
  }
  const check = await findCheck(db, { accountId, id: checkId })
  if (check === null) throw notFound('check')
  if (kindOf(check.checkType).run === null) {
    const message = 'is a heartbeat monitor, which waits for pings and never runs'
    throw invalidInput([{ path: 'checkId', message }])
  }
}
