import { randomUUIDv7 } from 'node:crypto'
import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import type { ComponentImpact } from '@sonde/schema/status-pages/status-page-component.ts'
import type { IncidentSeverity, IncidentStatus } from '@sonde/schema/status-pages/status-page-incident.ts'
import {
  insertIncidentUpdate,
  updateMarksOf,
  type IncidentUpdateRow,
} from '@sonde/store/status-pages/status-page-incident-updates.ts'
import {
  insertIncident,
  replaceIncidentServices,
  servicesOfIncidents,
  updateIncident,
  type IncidentRow,
} from '@sonde/store/status-pages/status-page-incidents.ts'
import type { ServiceRow } from '@sonde/store/status-pages/status-page-services.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { courseOf } from './incident-course.ts'
import { notifySubscribers, type Notifying } from './subscribers/notify-subscribers.ts'

export type NewUpdate = {
  status: IncidentStatus
  description: string
  publicAt: number
  notifySubscribers: boolean
}

/** Opens an incident with its first update, and tells subscribers when that says so. */
export async function openIncident(
  db: Db,
  notifying: Notifying,
  incident: {
    name: string
    severity: IncidentSeverity
    checkId: string | null
    /** The automation rule that opens it. */
    ruleId?: string | null
    excludedPageIds: readonly string[]
    /** A component with how it is affected. */
    services: readonly (ServiceRow & { impact?: ComponentImpact | null })[]
    update: NewUpdate
  },
): Promise<{ incident: IncidentRow; update: IncidentUpdateRow }> {
  const { accountId, at } = notifying
  const { update, services, ...fields } = incident
  const row: IncidentRow = {
    ...fields,
    ...courseOf([update]),
    ruleId: fields.ruleId ?? null,
    isEdited: false,
    draft: null,
    id: randomUUIDv7(),
    accountId,
    createdAt: at,
    updatedAt: null,
  }
  await insertIncident(db, row)
  await replaceIncidentServices(db, row.id, services)
  const updateRow = { ...update, id: randomUUIDv7(), incidentId: row.id, createdAt: at, updatedAt: null }
  await insertIncidentUpdate(db, updateRow)
  await tell(db, notifying, row, updateRow)
  return { incident: row, update: updateRow }
}

/** Adds an update to an incident that the same write has locked. */
export async function postUpdate(
  db: Db,
  notifying: Notifying,
  { incident, update }: { incident: IncidentRow; update: NewUpdate },
): Promise<IncidentUpdateRow> {
  const marks = await updateMarksOf(db, incident.id)
  const row: IncidentUpdateRow = {
    ...update,
    id: randomUUIDv7(),
    incidentId: incident.id,
    // Later than those before it, also when the clock is not: of two with one public date, this one is the later.
    createdAt: Math.max(notifying.at, ...marks.map(({ createdAt }) => createdAt + 1)),
    updatedAt: null,
  }
  await insertIncidentUpdate(db, row)
  const incidentAfter = await followUpdates(db, incident, notifying.at)
  await tell(db, notifying, incidentAfter, row)
  return row
}

/** After its updates were changed: brings the incident, which the same write has locked, in line with them. */
export async function followUpdates(db: Db, incident: IncidentRow, at: number): Promise<IncidentRow> {
  const row: IncidentRow = {
    ...incident,
    ...courseOf(await updateMarksOf(db, incident.id)),
    updatedAt: nextUpdatedAt(incident, at),
  }
  await updateIncident(db, row)
  return row
}

async function tell(
  db: Db,
  notifying: Notifying,
  incident: IncidentRow,
  update: IncidentUpdateRow,
): Promise<void> {
  if (!update.notifySubscribers) return
  const services = (await servicesOfIncidents(db, [incident])).get(incident.id) ?? []
  await notifySubscribers(db, {
    ...notifying,
    update: {
      kind: 'incident',
      name: incident.name,
      severity: incident.severity,
      status: update.status,
      text: update.description,
      serviceIds: services.map(({ id }) => id),
      pageIds: null,
      excludedPageIds: incident.excludedPageIds,
      namesServices: true,
    },
  })
}
