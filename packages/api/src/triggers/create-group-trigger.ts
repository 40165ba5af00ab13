import { createGroupTrigger } from '@sonde/actions/triggers/create-group-trigger.ts'
import { actorOf } from '../http/actor-of.ts'
import {
  CheckGroupTrigger,
  CheckGroupTriggerParams,
  CreateTrigger,
} from '@sonde/schema/checks/check-trigger.ts'
import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

export function createGroupTriggerRoute(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/triggers/check-groups/:groupId',
    {
      schema: {
        summary: 'Create a URL that runs the checks of a group',
        description:
          'A group has at most one: a second request returns the existing one, with the `allowedHosts` of the body if it has any.',
        tags: ['Triggers'],
        deprecated: true,
        params: CheckGroupTriggerParams,
        body: CreateTrigger,
        response: answers({ 201: CheckGroupTrigger }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const groupId = Number(request.params.groupId)
      const order = { groupId, input: request.body ?? null }
      return reply.code(201).send(await createGroupTrigger(deps, actorOf(request, deps), order))
    },
  )
}
