import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import type { VariableUpdate, WrittenVariable } from '@sonde/schema/variables/variable.ts'
import { lockAccount } from '@sonde/store/accounts/accounts.ts'
import { bumpRunContext } from '@sonde/store/runs/run-context-revision.ts'
import {
  findVariableForUpdate,
  updateVariable as writeVariable,
  variableSealContext,
} from '@sonde/store/variables/variables.ts'
import { recordChange } from '../audit/record-change.ts'
import { invalidInput, notFound } from '../refusal.ts'
import { auditedVariable } from './audited-variable.ts'
import { requireRoom } from './variable-limits.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function updateVariable(
  deps: ActionDeps,
  actor: Actor,
  { key, input }: { key: string; input: VariableUpdate },
): Promise<WrittenVariable> {
  const { key: sentKey = key, value, locked = false, secret = false } = input
  if (sentKey !== key) {
    throw invalidInput([{ path: 'key', message: 'cannot be changed, because checks refer to it' }])
  }
  const accountId = actor.accountId
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
      updatedAt: nextUpdatedAt(before, deps.clock.now()),
    }
    await writeVariable(db, after)
    await bumpRunContext(db)
    await recordChange(db, actor, {
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
}
