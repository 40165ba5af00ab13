import { CheckTagList, CheckTagsQuery } from '@sonde/schema/checks/check-overview.ts'
import { tagsInUse } from '@sonde/store/checks/tags-in-use.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

export function listCheckTags(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/check-tags',
    {
      schema: {
        summary: 'List the tags of checks',
        description: 'With the number of checks that have each tag, most used first.',
        tags: ['Check status'],
        querystring: CheckTagsQuery,
        response: answers({ 200: CheckTagList }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const { search = '', limit } = request.query
      return await tagsInUse(deps.store.read, { accountId: accountOf(request).id, search, limit })
    },
  )
}
