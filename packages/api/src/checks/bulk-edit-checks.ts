import { bulkEditChecks } from '@sonde/actions/checks/bulk-edit-checks.ts'
import { BulkEdit, BulkEditAnswer } from '@sonde/schema/checks/bulk-edit.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'

export function bulkEditChecksRoute(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/checks/bulk-edit',
    {
      schema: {
        summary: 'Change or delete many checks',
        description:
          'Each check is validated and logged as if it were changed or deleted alone, and is changed completely or not at ' +
          'all. A check that cannot be changed does not affect the others. Repeat an interrupted request to finish it. ' +
          '`removeTags` is applied before `addTags`, and likewise for alert channels.',
        tags: ['Checks'],
        body: BulkEdit,
        response: answers({ 200: BulkEditAnswer }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) => await bulkEditChecks(deps, actorOf(request, deps), { input: request.body }),
  )
}
