import { updateCheckGroup } from '@sonde/actions/check-groups/update-check-group.ts'
import { CheckGroup, CheckGroupPatchV2, GroupParams } from '@sonde/schema/checks/check-group.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

/** Ours: to mute a group at night, nobody should have to send all of it. */
export function patchCheckGroup(app: App, deps: ApiDeps): void {
  app.patch(
    '/v2/check-groups/:id',
    {
      schema: {
        summary: 'Change some fields of a check group',
        description:
          'Changes only the fields that are sent; lists are replaced. A group of version 1 stays at version 1: its settings cannot be left to its checks.',
        tags: ['Check groups'],
        params: GroupParams,
        body: CheckGroupPatchV2,
        response: answers({ 200: CheckGroup }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) => {
      const { role } = accountOf(request)
      return await updateCheckGroup(deps, actorOf(request, deps), {
        role,
        id: Number(request.params.id),
        update: { mode: 'merge', version: 2, input: request.body, isSparse: false },
      })
    },
  )
}
