import { adoptResources } from '@sonde/actions/projects/adopt-resources.ts'
import { adoptResource as adopt, resourcesOf } from '@sonde/actions/projects/change-project.ts'
import {
  ProjectAdoption,
  ProjectAdoptionResult,
  ProjectResource,
  ProjectResourceAdoption,
  ProjectResourceList,
} from '@sonde/schema/projects/project-changes.ts'
import { deployBytes, deployLimits, LogicalId, ProjectParams } from '@sonde/schema/projects/project-deploy.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { limitUploads } from '../http/bodies/limited-uploads.ts'
import { answers } from '../http/operation.ts'

export function adoptResource(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/projects/:logicalId/resources',
    {
      schema: {
        summary: 'List what a project owns',
        tags: ['Projects'],
        params: ProjectParams,
        response: answers({ 200: ProjectResourceList }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    (request) =>
      resourcesOf(deps.store.read, {
        accountId: accountOf(request).id,
        logicalId: request.params.logicalId,
      }),
  )
  app.post(
    '/v1/projects/:logicalId/adoptions',
    {
      schema: {
        summary: 'Adopt many things into a project',
        description:
          'As adopting one, for all of them or none. What joins them to channels and private locations becomes the project’s own, too. The project is created if it is not there.',
        tags: ['Projects'],
        params: Type.Object({ logicalId: LogicalId }),
        body: ProjectAdoption,
        response: answers({ 200: ProjectAdoptionResult }, 409, 413),
      },
      bodyLimit: deployBytes,
      config: { access: { kind: 'account', role: 'READ_WRITE' }, largeBody: deployLimits },
      preParsing: limitUploads(deployBytes),
    },
    async (request) => {
      const order = { project: request.params.logicalId, input: request.body }
      return await adoptResources(deps, actorOf(request, deps), order)
    },
  )
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
