import type { VariableCreate, WrittenVariable } from '@sonde/schema/variables/variable.ts'
import { lockAccount } from '@sonde/store/accounts/accounts.ts'
import { isUniqueViolation } from '@sonde/store/engine/failures.ts'
import { bumpRunContext } from '@sonde/store/runs/run-context-revision.ts'
import { insertVariable, variableSealContext } from '@sonde/store/variables/variables.ts'
import { recordChange } from '../audit/record-change.ts'
import { conflict } from '../refusal.ts'
import { auditedVariable } from './audited-variable.ts'
import { requireRoom } from './variable-limits.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function createVariable(
  deps: ActionDeps,
  actor: Actor,
  { input }: { input: VariableCreate },
): Promise<WrittenVariable> {
  const { key, value, locked = false, secret = false } = input
  const accountId = actor.accountId
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
      await recordChange(db, actor, {
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
  return { key, value, locked, secret }
}
