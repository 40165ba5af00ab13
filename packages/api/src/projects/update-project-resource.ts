import { updateProjectResource as changeResource } from '@sonde/actions/projects/change-project.ts'
import {
  ProjectResource,
  ProjectResourceParams,
  ProjectResourceUpdate,
} from '@sonde/schema/projects/project-changes.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

export function updateProjectResource(app: App, deps: ApiDeps): void {
  app.patch(
    '/v1/projects/:logicalId/resources/:type/:resourceLogicalId',
    {
      schema: {
        summary: 'Rename or move a resource of a project',
        description:
          'Gives it another logical id, or to another project that exists. The next deploy of code that says the same updates it, instead of deleting it and creating another one, and its results are kept. Subscriptions and private locations of a check or group go with it.',
        tags: ['Projects'],
        params: ProjectResourceParams,
        body: ProjectResourceUpdate,
        response: answers({ 200: ProjectResource }, 409),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    (request) => {
      const { logicalId: project, type, resourceLogicalId: logicalId } = request.params
      return changeResource(deps, actorOf(request, deps), { project, type, logicalId, input: request.body })
    },
  )
}
