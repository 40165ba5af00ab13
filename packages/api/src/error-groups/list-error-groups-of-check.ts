import { ErrorGroupCheckParams, ErrorGroupsList } from '@sonde/schema/checks/error-group.ts'
import { PageQuery } from '@sonde/schema/validation/page.ts'
import { findCheck } from '@sonde/store/checks/checks.ts'
import { listErrorGroups } from '@sonde/store/results/error-groups.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { offsetOf, setContentRange } from '../http/paging.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { errorGroupAnswer } from '@sonde/actions/error-groups/error-group-answer.ts'

export function listErrorGroupsOfCheck(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/error-groups/checks/:checkId',
    {
      schema: {
        summary: 'List the error groups of one check',
        description:
          'Latest failure first, without archived ones. The header `Content-Range` contains the total.',
        tags: ['Error Groups'],
        params: ErrorGroupCheckParams,
        querystring: PageQuery,
        response: answers({ 200: ErrorGroupsList }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request, reply) => {
      const { limit } = request.query
      const offset = offsetOf(request.query)
      const accountId = accountOf(request).id
      const { checkId } = request.params
      const { read } = deps.store
      if ((await findCheck(read, { accountId, id: checkId })) === null) throw notFound('check')
      const { rows, total } = await listErrorGroups(read, { accountId, checkId, limit, offset })
      setContentRange(reply, { offset, length: rows.length, total })
      return rows.map(errorGroupAnswer)
    },
  )
}
