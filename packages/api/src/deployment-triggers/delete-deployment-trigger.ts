import { DeploymentTriggerParams } from '@sonde/schema/checks/deployment-trigger.ts'
import { deleteDeploymentTrigger as removeTrigger } from '@sonde/store/deployments/deployment-triggers.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { deploymentTriggerAnswer } from '@sonde/actions/deployment-triggers/deployment-trigger-answer.ts'

export function deleteDeploymentTrigger(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/deployment-triggers/:id',
    {
      schema: {
        summary: 'Delete a deployment trigger',
        tags: ['Deployment Triggers'],
        params: DeploymentTriggerParams,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const key = { accountId: accountOf(request).id, id: Number(request.params.id) }
      await deps.store.write(async (db) => {
        const before = await removeTrigger(db, key)
        if (before === null) throw notFound('deployment trigger')
        await recordChange(db, actorOf(request, deps), {
          entityType: 'DEPLOYMENT_TRIGGER',
          entityId: before.id,
          entityName: before.repoName,
          before: deploymentTriggerAnswer(before),
          after: null,
        })
      })
      return reply.code(204).send()
    },
  )
}
