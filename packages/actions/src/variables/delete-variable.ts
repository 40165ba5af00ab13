import { bumpRunContext } from '@sonde/store/runs/run-context-revision.ts'
import { deleteVariable as removeVariable, findVariableForUpdate } from '@sonde/store/variables/variables.ts'
import { recordChange } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function deleteVariable(
  deps: ActionDeps,
  actor: Actor,
  { key }: { key: string },
): Promise<void> {
  const id = { accountId: actor.accountId, key }
  await deps.store.write(async (db) => {
    const before = await findVariableForUpdate(db, id)
    if (before === null || !(await removeVariable(db, id))) throw notFound('variable')
    await bumpRunContext(db)
    await recordChange(db, actor, {
      entityType: 'VARIABLE',
      entityId: before.key,
      entityName: before.key,
      before: { key: before.key, locked: before.locked, secret: before.secret },
      after: null,
    })
  })
}
