import { VariableCreate, WrittenVariable } from '@sonde/schema/variables/variable.ts'
import { lockAccount } from '@sonde/store/accounts/accounts.ts'
import { isUniqueViolation } from '@sonde/store/engine/failures.ts'
import { bumpRunContext } from '@sonde/store/runs/run-context-revision.ts'
import { insertVariable, variableSealContext } from '@sonde/store/variables/variables.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { conflict } from '@sonde/actions/refusal.ts'
import { auditedVariable } from '@sonde/actions/variables/audited-variable.ts'
import { requireRoom } from '@sonde/actions/variables/variable-limits.ts'

export function createVariable(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/variables',
    {
      schema: {
        summary: 'Create a variable of the account',
        description:
          'The answer shows the value, this once also that of a secret. An account has at most 500 variables, whose values have at most 1,000,000 bytes together.',
        tags: ['Environment variables'],
        body: VariableCreate,
        response: answers({ 201: WrittenVariable }, 402, 409),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const { key, value, locked = false, secret = false } = request.body
      const accountId = accountOf(request).id
      const row = {
        accountId,
        key,
        valueSealed: deps.store.sealer.seal(value, variableSealContext({ accountId, key })),
        locked,
        secret,
        createdAt: deps.clock.now(),
        updatedAt: null,
      }
      try {
        await deps.store.write(async (db) => {
          await lockAccount(db, accountId)
          await requireRoom(db, { accountId, key, value })
          await insertVariable(db, row)
          await bumpRunContext(db)
          await recordChange(db, actorOf(request, deps), {
            entityType: 'VARIABLE',
            entityId: key,
            entityName: key,
            before: null,
            after: auditedVariable({ key, value, locked, secret }),
          })
        })
      } catch (error) {
        if (!isUniqueViolation(error)) throw error
        throw conflict(`The account already has a variable with the key ${key}`)
      }
      return reply.code(201).send({ key, value, locked, secret })
    },
  )
}
