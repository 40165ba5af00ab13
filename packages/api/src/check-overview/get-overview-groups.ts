import { CheckOverviewGroups, CheckOverviewGroupsQuery } from '@sonde/schema/checks/check-overview.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { readOverviewGroups } from './read-overview-groups.ts'

export function getOverviewGroups(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/check-overview/groups',
    {
      schema: {
        summary: 'Count checks by status for each group, tag, type or location',
        description:
          'Of the checks that match all filters. The checks of one are listed by `GET /v1/check-overview` with ' +
          '`groupId`, `tag`, `checkType`, `location`, `grouped=false`, `tagged=false` or `located=false`.',
        tags: ['Check status'],
        querystring: CheckOverviewGroupsQuery,
        response: answers({ 200: CheckOverviewGroups }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' }, compresses: true },
    },
    async (request) => await readOverviewGroups(deps, accountOf(request).id, request.query),
  )
}
