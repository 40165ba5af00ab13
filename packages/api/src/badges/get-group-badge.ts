import { BadgeQuery, BadgeSvg, GroupBadgeParams } from '@sonde/schema/checks/badge.ts'
import { findBadgeGroup } from '@sonde/store/checks/badge-subjects.ts'
import type { ApiDeps } from '../api-deps.ts'
import { publicAccess } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { publicAnswers } from '../http/operation.ts'
import { groupContent } from './badge-state.ts'
import { requireBadges, sendBadge } from './send-badge.ts'

export function getGroupBadge(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/badges/groups/:groupId',
    {
      schema: {
        summary: 'Show the worst status in a group as an image',
        description: 'Covers the activated checks of the group. Public if the account has badges turned on.',
        tags: ['Badges'],
        produces: ['image/svg+xml'],
        params: GroupBadgeParams,
        querystring: BadgeQuery,
        response: publicAnswers({ 200: BadgeSvg }, 404),
      },
      config: { access: publicAccess },
    },
    async (request, reply) => {
      const { query, params } = request
      const badge = await findBadgeGroup(deps.store.read, {
        groupId: Number(params.groupId),
        withTime: query.responseTime,
      })
      const { name, checks } = requireBadges(badge)
      return sendBadge(request, reply, { content: groupContent(name, checks), query })
    },
  )
}
