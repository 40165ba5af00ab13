import type {
  Incident,
  IncidentUpdate,
  ListedIncident,
} from '@sonde/schema/status-pages/status-page-incident.ts'
import { durationSeconds } from '@sonde/status-pages/incident-course.ts'
import {
  latestUpdatesOf,
  type IncidentUpdateRow,
} from '@sonde/store/status-pages/status-page-incident-updates.ts'
import {
  servicesOfIncidents,
  type IncidentRow,
  type NamedService,
} from '@sonde/store/status-pages/status-page-incidents.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { serviceAnswer } from './service-answer.ts'

/** Nobody reads more of them. */
export const mostUpdates = 100

export async function incidentAnswers(db: Db, incidents: readonly IncidentRow[]): Promise<Incident[]> {
  const incidentIds = incidents.map(({ id }) => id)
  const services = await servicesOfIncidents(db, incidents)
  const updates = await latestUpdatesOf(db, { incidentIds, limit: mostUpdates })
  return incidents.map((incident) => ({
    ...listedIncident(incident, services.get(incident.id) ?? []),
    incidentUpdates: (updates.get(incident.id) ?? []).map(updateAnswer),
  }))
}

export async function incidentAnswer(db: Db, incident: IncidentRow): Promise<Incident> {
  const [answer] = await incidentAnswers(db, [incident])
  if (answer === undefined) throw new Error('an incident has no answer')
  return answer
}

export function listedIncident(incident: IncidentRow, named: readonly NamedService[]): ListedIncident {
  const { draft } = incident
  return {
    id: incident.id,
    name: incident.name,
    severity: incident.severity,
    services: named.filter(({ impact }) => impact === null).map(serviceAnswer),
    components: named.flatMap(({ id, name, impact }) => (impact === null ? [] : [{ id, name, impact }])),
    lastUpdateStatus: incident.lastStatus,
    duration: durationSeconds(incident),
    checkId: incident.checkId,
    automationRuleId: incident.ruleId,
    draftUpdate:
      draft === null || incident.endedAt !== null
        ? null
        : {
            status: 'RESOLVED',
            description: draft.description,
            created_at: new Date(draft.at).toISOString(),
          },
    created_at: new Date(incident.createdAt).toISOString(),
    updated_at: new Date(incident.updatedAt ?? incident.createdAt).toISOString(),
  }
}

export function updateAnswer(update: IncidentUpdateRow): IncidentUpdate {
  return {
    id: update.id,
    description: update.description,
    status: update.status,
    publicIncidentUpdateDate: new Date(update.publicAt).toISOString(),
    notifySubscribers: update.notifySubscribers,
    created_at: new Date(update.createdAt).toISOString(),
  }
}
