import { updateCheckGroup } from '@sonde/actions/check-groups/update-check-group.ts'
import {
  CheckGroup,
  CheckGroupCreateOrUpdateV2,
  CheckGroupUpdate,
  GroupParams,
  WriteGroupQuery,
} from '@sonde/schema/checks/check-group.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

const bodies = { 1: CheckGroupUpdate, 2: CheckGroupCreateOrUpdateV2 } as const

export function updateCheckGroupRoute(app: App, deps: ApiDeps, version: 1 | 2): void {
  app.put(
    `/v${version}/check-groups/:id`,
    {
      schema: {
        summary: 'Update a check group',
        description:
          version === 1
            ? 'Changes what is sent and nothing else. A group of version 2 stays one.'
            : 'Writes the whole group, which becomes one of version 2: what is left out gets its default, except the subscriptions, which stay.',
        tags: ['Check groups'],
        deprecated: version === 1,
        params: GroupParams,
        querystring: WriteGroupQuery,
        body: bodies[version],
        response: answers({ 200: CheckGroup }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) => {
      const { role } = accountOf(request)
      const { body: input } = request
      return await updateCheckGroup(deps, actorOf(request, deps), {
        role,
        id: Number(request.params.id),
        update: version === 1 ? { mode: 'merge', version, input } : { mode: 'replace', input },
      })
    },
  )
}
