import { findDrift } from '@sonde/actions/projects/find-drift.ts'
import { listedProjectAnswer } from '@sonde/actions/projects/project-answer.ts'
import { ProjectList } from '@sonde/schema/projects/project-deploy.ts'
import { PageQuery } from '@sonde/schema/validation/page.ts'
import { listProjects as findProjects } from '@sonde/store/projects/projects.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { offsetOf, setContentRange } from '../http/paging.ts'

export function listProjects(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/projects',
    {
      schema: {
        summary: 'List the projects that are deployed to the account',
        description: 'By name. The header `Content-Range` contains the total.',
        tags: ['Projects'],
        querystring: PageQuery,
        response: answers({ 200: ProjectList }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request, reply) => {
      const offset = offsetOf(request.query)
      const page = { accountId: accountOf(request).id, limit: request.query.limit, offset }
      const { rows, total } = await findProjects(deps.store.read, page)
      setContentRange(reply, { offset, length: rows.length, total })
      const { read, sealer } = deps.store
      const context = { db: read, sealer, accountId: page.accountId }
      const listed = []
      for (const row of rows) {
        const drift = await findDrift(context, row.id, { isQuick: true })
        listed.push({ ...listedProjectAnswer(row), drift: drift.length })
      }
      return listed
    },
  )
}
