import type { TriggerIncident } from '@sonde/schema/status-pages/trigger-incident.ts'
import { chunks } from '@sonde/ground/chunks.ts'
import { resolveAutoIncident } from '@sonde/status-pages/auto-incidents.ts'
import { lockStateOfCheck, lockStatesOfChecks } from '@sonde/store/checks/check-states.ts'
import { type CheckRow, deleteCheck as deleteRow, findCheckForUpdate } from '@sonde/store/checks/checks.ts'
import { deleteChecks as deleteRows } from '@sonde/store/checks/delete-checks.ts'
import { keysPerStatement } from '@sonde/store/engine/statement-limits.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { recordChange } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'
import { documentOf } from './check-document.ts'

export type DeleteCheckDeps = Pick<ActionDeps, 'store' | 'runs' | 'publicUrl' | 'alerting'>

export async function deleteCheck(
  deps: DeleteCheckDeps,
  actor: Actor,
  { id }: { id: string },
): Promise<void> {
  const { accountId } = actor
  await deps.store.write(async (db) => {
    // Results lock the state of a check before the check: so does who deletes both.
    await lockStateOfCheck(db, { accountId, checkId: id })
    const before = await findCheckForUpdate(db, { accountId, id })
    if (before === null) throw notFound('check')
    await deleteLockedCheck(db, deps, actor, before)
  })
  await deps.runs.checkDeleted(id.toLowerCase())
}

/**
 * Inside `write`: deletes a check that was read in it with `findCheckForUpdate`, after its state was locked. Who
 * calls tells the scheduler after it.
 */
export async function deleteLockedCheck(
  db: Db,
  deps: DeleteCheckDeps,
  actor: Actor,
  before: CheckRow,
): Promise<void> {
  await resolveIncidents(db, deps, actor, [before])
  await deleteRow(db, { accountId: before.accountId, id: before.id })
  await deps.runs.announceChange(db, before.id)
  await recordChange(db, actor, {
    entityType: 'CHECK',
    entityId: before.id,
    entityName: before.name,
    before: { checkType: before.checkType, ...documentOf(before, deps.store.sealer) },
    after: null,
  })
}

/**
 * The same for many, without audit entries: who calls has described them before. Returns how many there were. Who
 * calls tells the scheduler after the write.
 */
export async function deleteChecks(
  db: Db,
  deps: DeleteCheckDeps,
  actor: Actor,
  checks: readonly Pick<CheckRow, 'id' | 'config'>[],
): Promise<number> {
  const ids = checks.map(({ id }) => id)
  await resolveIncidents(db, deps, actor, checks)
  const count = await deleteRows(db, { accountId: actor.accountId, ids })
  await deps.runs.announceChanges(db, ids)
  return count
}

/** An automatic incident ends with its check: no run would ever resolve it. */
async function resolveIncidents(
  db: Db,
  { publicUrl, alerting }: DeleteCheckDeps,
  { accountId, at }: Actor,
  checks: readonly Pick<CheckRow, 'id' | 'config'>[],
): Promise<void> {
  const configs = new Map(checks.map(({ id, config }) => [id, config]))
  for (const ids of chunks([...configs.keys()], keysPerStatement)) {
    for (const { checkId, alert } of await lockStatesOfChecks(db, ids)) {
      const incidentId = alert?.autoIncidentId ?? null
      if (incidentId === null) continue
      await resolveAutoIncident(db, {
        accountId,
        at,
        publicUrl: publicUrl(),
        canMail: alerting.smtp !== null,
        incidentId,
        // The guarantee behind this cast: its schema has validated it when the check was saved.
        trigger: (configs.get(checkId)?.['triggerIncident'] ?? null) as TriggerIncident,
        cause: 'deleted',
      })
    }
  }
}
