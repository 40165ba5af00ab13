import type { IncidentUpdate, IncidentUpdateCreate } from '@sonde/schema/status-pages/status-page-incident.ts'
import { postUpdate } from '@sonde/status-pages/write-incident.ts'
import { findIncidentForUpdate } from '@sonde/store/status-pages/status-page-incidents.ts'
import { recordChange } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'
import { updateAnswer } from './incident-answer.ts'
import { newUpdate } from './new-update.ts'
import { notifyingOf } from './notifying.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function createIncidentUpdate(
  deps: ActionDeps,
  actor: Actor,
  { incidentId, input }: { incidentId: string; input: IncidentUpdateCreate },
): Promise<IncidentUpdate> {
  const notifying = notifyingOf(deps, actor.accountId)
  const update = newUpdate(input, { path: '', now: notifying.at })
  const key = { accountId: notifying.accountId, id: incidentId }
  const answer = await deps.store.write(async (db) => {
    const incident = await findIncidentForUpdate(db, key)
    if (!incident) throw notFound('incident')
    const row = await postUpdate(db, notifying, {
      incident: { ...incident, isEdited: true },
      update,
    })
    await recordChange(db, actor, {
      entityType: 'STATUS_PAGE_INCIDENT_UPDATE',
      entityId: row.id,
      entityName: incident.name,
      before: null,
      after: updateAnswer(row),
    })
    return row
  })
  if (update.notifySubscribers) deps.wakeDelivery()
  return updateAnswer(answer)
}
