import { ErrorGroupsList } from '@sonde/schema/checks/error-group.ts'
import { PageQuery } from '@sonde/schema/validation/page.ts'
import { listErrorGroups as findErrorGroups } from '@sonde/store/results/error-groups.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { offsetOf, setContentRange } from '../http/paging.ts'
import { errorGroupAnswer } from '@sonde/actions/error-groups/error-group-answer.ts'

export function listErrorGroups(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/error-groups',
    {
      schema: {
        summary: 'List the error groups of the account',
        description:
          'Latest failure first, without archived ones. The header `Content-Range` contains the total.',
        tags: ['Error Groups'],
        querystring: PageQuery,
        response: answers({ 200: ErrorGroupsList }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request, reply) => {
      const { limit } = request.query
      const offset = offsetOf(request.query)
      const filter = { accountId: accountOf(request).id, checkId: null, limit, offset }
      const { rows, total } = await findErrorGroups(deps.store.read, filter)
      setContentRange(reply, { offset, length: rows.length, total })
      return rows.map(errorGroupAnswer)
    },
  )
}
