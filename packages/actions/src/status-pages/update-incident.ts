import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import type {
  Incident,
  IncidentPatch,
  IncidentReplace,
} from '@sonde/schema/status-pages/status-page-incident.ts'
import {
  findIncidentForUpdate,
  replaceIncidentServices,
  servicesOfIncidents,
  updateIncident,
  type IncidentRow,
} from '@sonde/store/status-pages/status-page-incidents.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { recordDocument } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'
import { incidentAnswer } from './incident-answer.ts'
import { affectedBy } from './affected-services.ts'

/** Everything but its updates. A deleted service that the incident names may stay in it. */
export async function replaceIncident(
  deps: ActionDeps,
  actor: Actor,
  { id, input }: { id: string; input: IncidentReplace },
): Promise<Incident> {
  return await changeIncident(deps, actor, id, async (db, before) => {
    const { services, severity } = await affectedBy(db, input, {
      accountId: before.accountId,
      alsoKnown: (await servicesOfIncidents(db, [before])).get(before.id) ?? [],
    })
    await replaceIncidentServices(db, before.id, services)
    return { ...before, name: input.name, severity }
  })
}

export async function changeSeverity(
  deps: ActionDeps,
  actor: Actor,
  { id, input: { severity } }: { id: string; input: IncidentPatch },
): Promise<Incident> {
  return await changeIncident(deps, actor, id, async (_db, before) => ({ ...before, severity }))
}

async function changeIncident(
  { store, clock }: ActionDeps,
  actor: Actor,
  id: string,
  apply: (db: Db, before: IncidentRow) => Promise<IncidentRow>,
): Promise<Incident> {
  return await store.write(async (db) => {
    const incident = await findIncidentForUpdate(db, { accountId: actor.accountId, id })
    if (!incident) throw notFound('incident')
    const before = await incidentAnswer(db, incident)
    const updatedIncident = await apply(db, incident)
    const row = { ...updatedIncident, isEdited: true, updatedAt: nextUpdatedAt(incident, clock.now()) }
    await updateIncident(db, row)
    const after = await incidentAnswer(db, row)
    await recordDocument(db, actor, 'STATUS_PAGE_INCIDENT', { before, after })
    return after
  })
}
