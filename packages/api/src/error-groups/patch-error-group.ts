import { ErrorGroup, ErrorGroupParams, ErrorGroupPatch } from '@sonde/schema/checks/error-group.ts'
import {
  archiveErrorGroup,
  findErrorGroupForUpdate,
  type ErrorGroupRow,
} from '@sonde/store/results/error-groups.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { errorGroupAnswer } from './error-group-answer.ts'

export function patchErrorGroup(app: App, deps: ApiDeps): void {
  app.patch(
    '/v1/error-groups/:id',
    {
      schema: {
        summary: 'Archive an error group',
        description:
          'For ever, or until its next failure. It goes on collecting failures, and false takes either back.',
        tags: ['Error Groups'],
        params: ErrorGroupParams,
        body: ErrorGroupPatch,
        response: answers({ 200: ErrorGroup }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) => {
      const key = { accountId: accountOf(request).id, id: request.params.id }
      const { archiveForEver, archivedUntilNextEvent } = request.body
      return await deps.store.write(async (db) => {
        const before = await findErrorGroupForUpdate(db, key)
        if (before === null) throw notFound('error group')
        const after = {
          ...before,
          isArchivedForEver: archiveForEver ?? before.isArchivedForEver,
          isArchivedUntilNextEvent: archivedUntilNextEvent ?? before.isArchivedUntilNextEvent,
        }
        await archiveErrorGroup(db, after)
        await recordChange(db, actorOf(request, deps), {
          entityType: 'ERROR_GROUP',
          entityId: before.id,
          entityName: before.cleanedMessage,
          before: recorded(before),
          after: recorded(after),
        })
        return errorGroupAnswer(after)
      })
    },
  )
}

/** No answer shows whether it is archived for ever: no list would hold one that is. */
function recorded(row: ErrorGroupRow): Record<string, unknown> {
  return { ...errorGroupAnswer(row), archiveForEver: row.isArchivedForEver }
}
