import { VariableParams } from '@sonde/schema/variables/variable.ts'
import { bumpRunContext } from '@sonde/store/runs/run-context-revision.ts'
import { deleteVariable as removeVariable, findVariableForUpdate } from '@sonde/store/variables/variables.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'

export function deleteVariable(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/variables/:key',
    {
      schema: {
        summary: 'Delete a variable',
        description: 'Where it is still named, its name stays as it is written.',
        tags: ['Environment variables'],
        params: VariableParams,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const key = { accountId: accountOf(request).id, key: request.params.key }
      await deps.store.write(async (db) => {
        const before = await findVariableForUpdate(db, key)
        if (before === null || !(await removeVariable(db, key))) throw notFound('variable')
        await bumpRunContext(db)
        await recordChange(db, actorOf(request, deps), {
          entityType: 'VARIABLE',
          entityId: before.key,
          entityName: before.key,
          before: { key: before.key, locked: before.locked, secret: before.secret },
          after: null,
        })
      })
      return reply.code(204).send()
    },
  )
}
