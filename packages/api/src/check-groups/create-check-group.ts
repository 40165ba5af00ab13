import { createCheckGroup } from '@sonde/actions/check-groups/create-check-group.ts'
import {
  CheckGroup,
  CheckGroupCreate,
  CheckGroupCreateOrUpdateV2,
  WriteGroupQuery,
} from '@sonde/schema/checks/check-group.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

const bodies = { 1: CheckGroupCreate, 2: CheckGroupCreateOrUpdateV2 } as const

export function createCheckGroupRoute(app: App, deps: ApiDeps, version: 1 | 2): void {
  app.post(
    `/v${version}/check-groups`,
    {
      schema: {
        summary: 'Create a check group',
        description:
          version === 1
            ? 'A group that always overrides the settings of its checks.'
            : 'A group whose settings override those of its checks where they are not null or `FALLBACK`.',
        tags: ['Check groups'],
        deprecated: version === 1,
        querystring: WriteGroupQuery,
        body: bodies[version],
        response: answers({ 201: CheckGroup }, 402),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const { role } = accountOf(request)
      const { autoAssignAlerts } = request.query
      const order = { role, version, input: request.body, autoAssignAlerts }
      return reply.code(201).send(await createCheckGroup(deps, actorOf(request, deps), order))
    },
  )
}
