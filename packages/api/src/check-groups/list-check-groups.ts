import { CheckGroupList, GroupsQuery } from '@sonde/schema/checks/check-group.ts'
import { listGroups } from '@sonde/store/checks/check-groups.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { offsetOf, setContentRange } from '../http/paging.ts'
import { groupAnswers } from '@sonde/actions/check-groups/group-answer.ts'

export function listCheckGroups(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/check-groups',
    {
      schema: {
        summary: 'List check groups',
        description: 'Newest first. The header `Content-Range` contains the total.',
        tags: ['Check groups'],
        querystring: GroupsQuery,
        response: answers({ 200: CheckGroupList }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request, reply) => {
      const { read, sealer } = deps.store
      const { id: accountId, role } = accountOf(request)
      const { limit, tag: tags = [], name: names = [], search = '' } = request.query
      const offset = offsetOf(request.query)
      const { rows, total } = await listGroups(read, { accountId, limit, offset, tags, names, search })
      setContentRange(reply, { offset, length: rows.length, total })
      return await groupAnswers(read, rows, { role, sealer })
    },
  )
}
