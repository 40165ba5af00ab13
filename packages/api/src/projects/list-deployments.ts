import { deploymentAnswer } from '@sonde/actions/projects/project-answer.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { ProjectDeploymentList, ProjectParams } from '@sonde/schema/projects/project-deploy.ts'
import { PageQuery } from '@sonde/schema/validation/page.ts'
import { listDeployments } from '@sonde/store/projects/project-deployments.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { offsetOf, setContentRange } from '../http/paging.ts'

export function listProjectDeployments(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/projects/:logicalId/deployments',
    {
      schema: {
        summary: 'List the deployments of a project',
        description:
          'Newest first, those of a deleted project included. The header `Content-Range` contains the total.',
        tags: ['Projects'],
        params: ProjectParams,
        querystring: PageQuery,
        response: answers({ 200: ProjectDeploymentList }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request, reply) => {
      const { logicalId } = request.params
      const offset = offsetOf(request.query)
      const page = { accountId: accountOf(request).id, logicalId, limit: request.query.limit, offset }
      const { rows, total } = await listDeployments(deps.store.read, page)
      if (total === 0) throw notFound('project')
      setContentRange(reply, { offset, length: rows.length, total })
      return rows.map(deploymentAnswer)
    },
  )
}
