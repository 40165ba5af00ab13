import { updateProjectNames } from '@sonde/actions/projects/change-project.ts'
import { ProjectUpdate } from '@sonde/schema/projects/project-changes.ts'
import { Project, ProjectParams } from '@sonde/schema/projects/project-deploy.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

export function updateProject(app: App, deps: ApiDeps): void {
  app.patch(
    '/v1/projects/:logicalId',
    {
      schema: {
        summary: 'Rename a project',
        description:
          'It keeps what it owns and its deployments. Change the logical id in the code, too, before you deploy again.',
        tags: ['Projects'],
        params: ProjectParams,
        body: ProjectUpdate,
        response: answers({ 200: Project }, 409),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    (request) =>
      updateProjectNames(deps, actorOf(request, deps), {
        logicalId: request.params.logicalId,
        input: request.body,
      }),
  )
}
