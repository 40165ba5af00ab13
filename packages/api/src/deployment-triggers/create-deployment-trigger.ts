import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import {
  CreateDeploymentTrigger,
  DeploymentTrigger,
  deploymentTriggerDefaults,
} from '@sonde/schema/checks/deployment-trigger.ts'
import { lockAccount } from '@sonde/store/accounts/accounts.ts'
import { findGroup } from '@sonde/store/checks/check-groups.ts'
import { findCheck } from '@sonde/store/checks/checks.ts'
import {
  findDeploymentTriggerOf,
  insertDeploymentTrigger,
} from '@sonde/store/deployments/deployment-triggers.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound, invalidInput } from '@sonde/actions/refusal.ts'
import { deploymentTriggerAnswer } from '@sonde/actions/deployment-triggers/deployment-trigger-answer.ts'

export function createDeploymentTrigger(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/deployment-triggers',
    {
      schema: {
        summary: 'Run a check, or the checks of a group, when a repository was deployed',
        description:
          'A check or a group has one at most: asked again, this answers 200 with the one that is there, unchanged. ' +
          'It is fired by the webhook of the repository.',
        tags: ['Deployment Triggers'],
        body: CreateDeploymentTrigger,
        response: answers({ 200: DeploymentTrigger, 201: DeploymentTrigger }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const accountId = accountOf(request).id
      const body = { ...deploymentTriggerDefaults, ...request.body }
      const target = { checkId: body.checkId?.toLowerCase() ?? null, groupId: body.groupId ?? null }
      const { trigger, isNew } = await deps.store.write(async (db) => {
        await lockAccount(db, accountId)
        await requireTarget(db, accountId, target)
        const known = await findDeploymentTriggerOf(db, target)
        if (known !== null) return { trigger: known, isNew: false }
        const made = await insertDeploymentTrigger(db, {
          ...target,
          accountId,
          provider: body.provider,
          repoId: String(body.repoId),
          repoName: body.repoName,
          repoLink: body.repoLink,
          useEnvironmentUrl: body.useEnvironmentUrl,
          includeScreenshots: body.includeScreenshots,
          runLocation: body.runLocation,
          environmentFilter: body.environmentRegexFilter,
          environmentUrlFilter: body.environmentUrlRegexFilter,
          createdAt: deps.clock.now(),
          updatedAt: null,
        })
        await recordChange(db, actorOf(request, deps), {
          entityType: 'DEPLOYMENT_TRIGGER',
          entityId: made.id,
          entityName: made.repoName,
          before: null,
          after: deploymentTriggerAnswer(made),
        })
        return { trigger: made, isNew: true }
      })
      return reply.code(isNew ? 201 : 200).send(deploymentTriggerAnswer(trigger))
    },
  )
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
  if (kindOf(check.checkType)?.run === null) {
    const message = 'names a heartbeat monitor, which waits for pings and is never run'
    throw invalidInput([{ path: 'checkId', message }])
  }
}
