import type { Incident, IncidentCreate } from '@sonde/schema/status-pages/status-page-incident.ts'
import { openIncident } from '@sonde/status-pages/write-incident.ts'
import { recordDocument } from '../audit/record-change.ts'
import { incidentAnswer } from './incident-answer.ts'
import { affectedBy } from './affected-services.ts'
import { newUpdate } from './new-update.ts'
import { notifyingOf } from './notifying.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function createIncident(
  deps: ActionDeps,
  actor: Actor,
  { input }: { input: IncidentCreate },
): Promise<Incident> {
  const { name, incidentUpdates } = input
  const notifying = notifyingOf(deps, actor.accountId)
  const [firstUpdate] = incidentUpdates
  if (firstUpdate === undefined) throw new Error('the schema lets no incident without an update pass')
  const update = newUpdate(firstUpdate, { path: 'incidentUpdates.0.', now: notifying.at })
  const answer = await deps.store.write(async (db) => {
    const affected = await affectedBy(db, input, { accountId: notifying.accountId })
    const opened = await openIncident(db, notifying, {
      name,
      ...affected,
      checkId: null,
      excludedPageIds: [],
      update,
    })
    const incidentView = await incidentAnswer(db, opened.incident)
    await recordDocument(db, actor, 'STATUS_PAGE_INCIDENT', {
      before: null,
      after: incidentView,
    })
    return incidentView
  })
  if (update.notifySubscribers) deps.wakeDelivery()
  return answer
}
