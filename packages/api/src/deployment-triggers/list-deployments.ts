import { DeploymentList } from '@sonde/schema/checks/deployment-trigger.ts'
import { listDeployments as readDeployments } from '@sonde/store/deployments/deployments.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

const mostShown = 100

export function listDeployments(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/deployment-triggers/deployments',
    {
      schema: {
        summary: 'List the deployments that were reported to the account',
        description: `One for each sha of a repository, newest first, ${mostShown} at most.`,
        tags: ['Deployment Triggers'],
        response: answers({ 200: DeploymentList }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const key = { accountId: accountOf(request).id, limit: mostShown }
      const rows = await readDeployments(deps.store.read, key)
      return rows.map(({ accountId: _accountId, createdAt, ...row }) => ({
        ...row,
        createdAt: new Date(createdAt).toISOString(),
      }))
    },
  )
}
