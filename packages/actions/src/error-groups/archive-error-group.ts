import type { ErrorGroup, ErrorGroupPatch } from '@sonde/schema/checks/error-group.ts'
import {
  archiveErrorGroup as writeArchived,
  findErrorGroupForUpdate,
  type ErrorGroupRow,
} from '@sonde/store/results/error-groups.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { recordChange } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'
import { errorGroupAnswer } from './error-group-answer.ts'

/** For ever, or until its next failure; or takes either back. */
export async function archiveErrorGroup(
  { store }: Pick<ActionDeps, 'store'>,
  actor: Actor,
  { id, input }: { id: string; input: ErrorGroupPatch },
): Promise<ErrorGroup> {
  const { archiveForEver, archivedUntilNextEvent } = input
  return await store.write(async (db) => {
    const before = await findErrorGroupForUpdate(db, { accountId: actor.accountId, id })
    if (before === null) throw notFound('error group')
    const after = {
      ...before,
      isArchivedForEver: archiveForEver ?? before.isArchivedForEver,
      isArchivedUntilNextEvent: archivedUntilNextEvent ?? before.isArchivedUntilNextEvent,
    }
    await writeArchived(db, after)
    await recordChange(db, actor, {
      entityType: 'ERROR_GROUP',
      entityId: before.id,
      entityName: before.cleanedMessage,
      before: auditedGroup(before),
      after: auditedGroup(after),
    })
    return errorGroupAnswer(after)
  })
}

/** No answer shows whether it is archived for ever: no list would hold one that is. */
function auditedGroup(row: ErrorGroupRow): Record<string, unknown> {
  return { ...errorGroupAnswer(row), archiveForEver: row.isArchivedForEver }
}
