import { findDrift } from '@sonde/actions/projects/find-drift.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { ProjectParams } from '@sonde/schema/projects/project-deploy.ts'
import { ProjectDrift } from '@sonde/schema/projects/project-drift.ts'
import { findProject } from '@sonde/store/projects/projects.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

export function getDrift(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/projects/:logicalId/drift',
    {
      schema: {
        summary: 'Show what was changed by hand since the last deploy',
        description:
          'What somebody has changed or deleted that the project owns: the next deploy brings it back to what the code says. What was deployed by a version before 0.7, or never, is not compared.',
        tags: ['Projects'],
        params: ProjectParams,
        response: answers({ 200: ProjectDrift }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const { store } = deps
      const accountId = accountOf(request).id
      const project = await findProject(store.read, { accountId, logicalId: request.params.logicalId })
      if (project === null) throw notFound('project')
      const context = { db: store.read, sealer: store.sealer, accountId }
      return { resources: await findDrift(context, project.id) }
    },
  )
}
