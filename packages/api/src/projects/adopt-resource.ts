import { adoptResource as adopt } from '@sonde/actions/projects/change-project.ts'
import { ProjectResource, ProjectResourceAdoption } from '@sonde/schema/projects/project-changes.ts'
import { ProjectParams } from '@sonde/schema/projects/project-deploy.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

export function adoptResource(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/projects/:logicalId/resources',
    {
      schema: {
        summary: 'Adopt something into a project',
        description:
          'What was created by hand belongs to the project from now on: the next deploy updates it to what the code says of this logical id, and deletes it if the code does not have it. 409 if a project owns it.',
        tags: ['Projects'],
        params: ProjectParams,
        body: ProjectResourceAdoption,
        response: answers({ 201: ProjectResource }, 409),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const order = { project: request.params.logicalId, input: request.body }
      return await reply.code(201).send(await adopt(deps, actorOf(request, deps), order))
    },
  )
}
