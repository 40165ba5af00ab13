import { CheckParams } from '@sonde/schema/checks/check-query.ts'
import { lockStateOfCheck } from '@sonde/store/checks/check-states.ts'
import { findCheckForUpdate } from '@sonde/store/checks/checks.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { dropCheck } from './drop-check.ts'

export function deleteCheck(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/checks/:id',
    {
      schema: {
        summary: 'Delete a check of any type',
        tags: ['Checks'],
        params: CheckParams,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const key = { accountId: accountOf(request).id, id: request.params.id }
      await deps.store.write(async (db) => {
        // Results lock the state of a check before the check: so does who deletes both.
        await lockStateOfCheck(db, { accountId: key.accountId, checkId: key.id })
        const before = await findCheckForUpdate(db, key)
        if (before === null) throw notFound('check')
        await dropCheck(db, deps, { before, actor: actorOf(request, deps) })
      })
      await deps.runs.checkDeleted(request.params.id.toLowerCase())
      return reply.code(204).send()
    },
  )
}
