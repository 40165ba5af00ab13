import type { IncidentUpdateParams } from '@sonde/schema/status-pages/status-page-incident.ts'
import { followUpdates } from '@sonde/status-pages/write-incident.ts'
import {
  deleteIncidentUpdate as removeUpdate,
  findIncidentUpdate,
  updateMarksOf,
} from '@sonde/store/status-pages/status-page-incident-updates.ts'
import { findIncidentForUpdate } from '@sonde/store/status-pages/status-page-incidents.ts'
import { recordChange } from '../audit/record-change.ts'
import { notFound, Refusal } from '../refusal.ts'
import { updateAnswer } from './incident-answer.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function deleteIncidentUpdate(
  deps: ActionDeps,
  actor: Actor,
  ids: IncidentUpdateParams,
): Promise<void> {
  const { incidentId, incidentUpdateId: id } = ids
  const accountId = actor.accountId
  await deps.store.write(async (db) => {
    const incident = await findIncidentForUpdate(db, { accountId, id: incidentId })
    if (!incident) throw notFound('incident')
    const update = await findIncidentUpdate(db, { incidentId: incident.id, id })
    if (!update) throw notFound('incident update')
    if ((await updateMarksOf(db, incident.id)).length === 1) throw isTheLast()
    await removeUpdate(db, update.id)
    await followUpdates(db, { ...incident, isEdited: true }, deps.clock.now())
    await recordChange(db, actor, {
      entityType: 'STATUS_PAGE_INCIDENT_UPDATE',
      entityId: update.id,
      entityName: incident.name,
      before: updateAnswer(update),
      after: null,
    })
  })
}

function isTheLast(): Refusal {
  const path = 'incidentUpdateId'
  const message = `${path} is the only update of the incident: delete the incident instead`
  return new Refusal('invalid-input', message, { fields: [path], fieldsOf: 'id' })
}
