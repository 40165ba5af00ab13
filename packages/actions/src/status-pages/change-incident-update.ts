import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import type {
  IncidentUpdate,
  IncidentUpdateChange,
  IncidentUpdateParams,
} from '@sonde/schema/status-pages/status-page-incident.ts'
import { followUpdates } from '@sonde/status-pages/write-incident.ts'
import {
  type IncidentUpdateRow,
  changeIncidentUpdate as writeUpdate,
  findIncidentUpdate,
} from '@sonde/store/status-pages/status-page-incident-updates.ts'
import { findIncidentForUpdate } from '@sonde/store/status-pages/status-page-incidents.ts'
import { recordChange } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'
import { updateAnswer } from './incident-answer.ts'
import { publicDateAt } from './public-date.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function changeIncidentUpdate(
  deps: ActionDeps,
  actor: Actor,
  { incidentId, incidentUpdateId: id, input }: IncidentUpdateParams & { input: IncidentUpdateChange },
): Promise<IncidentUpdate> {
  const { description, status, publicIncidentUpdateDate: date, notifySubscribers } = input
  const now = deps.clock.now()
  const publicAt = date === undefined ? null : publicDateAt(date, { path: 'publicIncidentUpdateDate', now })
  return await deps.store.write(async (db) => {
    const incident = await findIncidentForUpdate(db, { accountId: actor.accountId, id: incidentId })
    if (!incident) throw notFound('incident')
    const before = await findIncidentUpdate(db, { incidentId: incident.id, id })
    if (!before) throw notFound('incident update')
    const after: IncidentUpdateRow = {
      ...before,
      description,
      status: status ?? before.status,
      publicAt: publicAt ?? before.publicAt,
      notifySubscribers: notifySubscribers ?? before.notifySubscribers,
      updatedAt: nextUpdatedAt(before, now),
    }
    await writeUpdate(db, after)
    await followUpdates(db, { ...incident, isEdited: true }, now)
    await recordChange(db, actor, {
      entityType: 'STATUS_PAGE_INCIDENT_UPDATE',
      entityId: after.id,
      entityName: incident.name,
      before: updateAnswer(before),
      after: updateAnswer(after),
    })
    return updateAnswer(after)
  })
}
