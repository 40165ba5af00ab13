import { longestIncidentName } from '@sonde/schema/status-pages/status-page-incident.ts'
import type { TriggerIncident } from '@sonde/schema/status-pages/trigger-incident.ts'
import { updateMarksOf } from '@sonde/store/status-pages/status-page-incident-updates.ts'
import { findIncidentForUpdate } from '@sonde/store/status-pages/status-page-incidents.ts'
import { findServices } from '@sonde/store/status-pages/status-page-services.ts'
import { pagesShowing } from '@sonde/store/status-pages/status-pages.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { Notifying } from './subscribers/notify-subscribers.ts'
import { openIncident, postUpdate } from './write-incident.ts'

/**
 * The incident that an alert of a check opens, in the write that raises the alert. Null when the service is
 * gone, or when every page that shows it is excluded by a maintenance; a service on no page has its incident.
 */
export async function openAutoIncident(
  db: Db,
  {
    checkId,
    trigger,
    excludedPageIds,
    ...notifying
  }: Notifying & {
    checkId: string
    trigger: NonNullable<TriggerIncident>
    excludedPageIds: readonly string[]
  },
): Promise<string | null> {
  const { accountId, at } = notifying
  const services = [...(await findServices(db, { accountId, ids: [trigger.serviceId] })).values()]
  if (services.length === 0) return null
  if (excludedPageIds.length > 0) {
    const serviceIds = services.map(({ id }) => id)
    const pages = await pagesShowing(db, { accountId, serviceIds, pageIds: null })
    if (pages.length > 0 && pages.every(({ id }) => excludedPageIds.includes(id))) return null
  }
  const { incident } = await openIncident(db, notifying, {
    name: nameOf(trigger),
    severity: trigger.severity,
    checkId,
    excludedPageIds,
    services,
    update: {
      status: 'INVESTIGATING',
      description: trigger.description,
      publicAt: at,
      notifySubscribers: trigger.notifySubscribers,
    },
  })
  return incident.id
}

const descriptions = {
  passed: 'This incident has been resolved.',
  deleted: 'The check that opened this incident was deleted, so its target is no longer monitored.',
} as const

/**
 * Resolves the incident when the check passes again, or is deleted, and tells subscribers if they were told of its beginning.
 * Does nothing when a person has resolved or deleted it meanwhile. `trigger` is what the check says now: it
 * decides only where a person has deleted the first update.
 */
export async function resolveAutoIncident(
  db: Db,
  {
    incidentId,
    trigger,
    cause,
    ...notifying
  }: Notifying & { incidentId: string; trigger: TriggerIncident; cause: keyof typeof descriptions },
): Promise<boolean> {
  const incident = await findIncidentForUpdate(db, { accountId: notifying.accountId, id: incidentId })
  if (incident === null || incident.endedAt !== null) return false
  const marks = await updateMarksOf(db, incident.id)
  const opening = marks.find(({ createdAt }) => createdAt === incident.createdAt)
  // A person may have dated an update ahead; what resolves the incident comes after it.
  const publicAt = Math.max(notifying.at, ...marks.map((mark) => mark.publicAt))
  await postUpdate(db, notifying, {
    incident,
    update: {
      status: 'RESOLVED',
      description: descriptions[cause],
      publicAt,
      notifySubscribers: opening?.notifySubscribers ?? trigger?.notifySubscribers ?? false,
    },
  })
  return true
}

/** Checks may carry any text as the name; incidents have a limit, and must be called something. */
function nameOf({ name }: NonNullable<TriggerIncident>): string {
  const cut = name.trim().slice(0, longestIncidentName).toWellFormed()
  return cut === '' ? 'Incident' : cut
}
