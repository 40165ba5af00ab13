import { VariableParams, VariableUpdate, WrittenVariable } from '@sonde/schema/variables/variable.ts'
import { lockAccount } from '@sonde/store/accounts/accounts.ts'
import { bumpRunContext } from '@sonde/store/runs/run-context-revision.ts'
import {
  findVariableForUpdate,
  updateVariable as writeVariable,
  variableSealContext,
} from '@sonde/store/variables/variables.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound, invalidInput } from '@sonde/actions/refusal.ts'
import { auditedVariable } from '@sonde/actions/variables/audited-variable.ts'
import { requireRoom } from '@sonde/actions/variables/variable-limits.ts'

export function updateVariable(app: App, deps: ApiDeps): void {
  app.put(
    '/v1/variables/:key',
    {
      schema: {
        summary: 'Set a variable',
        description:
          'Its value and its flags; those that are left out become false, except that a secret stays one. ' +
          'The answer shows the value, this once also that of a secret.',
        tags: ['Environment variables'],
        params: VariableParams,
        body: VariableUpdate,
        response: answers({ 200: WrittenVariable }, 402),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) => {
      const { key } = request.params
      const { key: sentKey = key, value, locked = false, secret = false } = request.body
      if (sentKey !== key) {
        throw invalidInput([{ path: 'key', message: 'cannot be changed: checks refer to it' }])
      }
      const accountId = accountOf(request).id
      const context = variableSealContext({ accountId, key })
      return await deps.store.write(async (db) => {
        await lockAccount(db, accountId)
        const before = await findVariableForUpdate(db, { accountId, key })
        if (before === null) throw notFound('variable')
        await requireRoom(db, { accountId, key, value })
        const after = {
          ...before,
          valueSealed: deps.store.sealer.seal(value, context),
          locked,
          secret: secret || before.secret,
          // Grows with every accepted write, also when the clock does not.
          updatedAt: Math.max(deps.clock.now(), (before.updatedAt ?? before.createdAt) + 1),
        }
        await writeVariable(db, after)
        await bumpRunContext(db)
        await recordChange(db, actorOf(request, deps), {
          entityType: 'VARIABLE',
          entityId: key,
          entityName: key,
          before: auditedVariable({
            key,
            value: deps.store.sealer.open(before.valueSealed, context),
            locked: before.locked,
            secret: before.secret,
          }),
          after: auditedVariable({ key, value, locked, secret: after.secret }),
        })
        return { key, value, locked, secret: after.secret }
      })
    },
  )
}
