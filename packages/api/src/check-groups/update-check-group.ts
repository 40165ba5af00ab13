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
import { omitsEmptyValues } from '../http/update-mode.ts'

const bodies = { 1: CheckGroupUpdate, 2: CheckGroupCreateOrUpdateV2 } as const

export function updateCheckGroupRoute(app: App, deps: ApiDeps, version: 1 | 2): void {
  app.put(
    `/v${version}/check-groups/:id`,
    {
      schema: {
        summary: 'Update a check group',
        description:
          version === 1
            ? 'Changes only the fields that are sent. A group of version 2 stays at version 2. Requests with `X-Checkly-Account` ' +
              'or `X-Checkly-Source` that omit a list, script, snippet or default for API checks clear it; ' +
              'omitted locations are kept.'
            : 'Replaces the whole group, which becomes a group of version 2. Omitted fields get their default, except ' +
              'subscriptions, which are kept. Requests with `X-Checkly-Account` or `X-Checkly-Source` clear ' +
              'omitted subscriptions and keep omitted locations.',
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
      const isSparse = omitsEmptyValues(request)
      return await updateCheckGroup(deps, actorOf(request, deps), {
        role,
        id: Number(request.params.id),
        update:
          version === 1 ? { mode: 'merge', version, input, isSparse } : { mode: 'replace', input, isSparse },
      })
    },
  )
}
