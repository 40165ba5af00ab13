import { BadgeQuery, BadgeSvg, CheckBadgeParams } from '@sonde/schema/checks/badge.ts'
import { findBadgeCheck } from '@sonde/store/checks/badge-subjects.ts'
import type { ApiDeps } from '../api-deps.ts'
import { publicAccess } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { publicAnswers } from '../http/operation.ts'
import { checkContent } from './badge-state.ts'
import { requireBadges, sendBadge } from './send-badge.ts'

export function getCheckBadge(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/badges/checks/:checkId',
    {
      schema: {
        summary: 'Show the status of a check as an image',
        description: 'Public if the account has badges turned on.',
        tags: ['Badges'],
        produces: ['image/svg+xml'],
        params: CheckBadgeParams,
        querystring: BadgeQuery,
        response: publicAnswers({ 200: BadgeSvg }, 404),
      },
      config: { access: publicAccess },
    },
    async (request, reply) => {
      const { query, params } = request
      const badge = await findBadgeCheck(deps.store.read, {
        checkId: params.checkId,
        withTime: query.responseTime,
      })
      return sendBadge(request, reply, { content: checkContent(requireBadges(badge).check), query })
    },
  )
}
