import {
  deleteIncident as removeIncident,
  findIncidentForUpdate,
} from '@sonde/store/status-pages/status-page-incidents.ts'
import { recordDocument } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'
import { incidentAnswer } from './incident-answer.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function deleteIncident(
  deps: ActionDeps,
  actor: Actor,
  { incidentId }: { incidentId: string },
): Promise<void> {
  const key = { accountId: actor.accountId, id: incidentId }
  await deps.store.write(async (db) => {
    const incident = await findIncidentForUpdate(db, key)
    if (!incident) throw notFound('incident')
    const before = await incidentAnswer(db, incident)
    await removeIncident(db, key)
    await recordDocument(db, actor, 'STATUS_PAGE_INCIDENT', { before, after: null })
  })
}
