import { isActive } from '@sonde/alerting/maintenance/lifecycle.ts'
import { catchUp } from '@sonde/alerting/maintenance/take-steps.ts'
import { readIsoMoment } from '@sonde/schema/validation/iso-moment.ts'
import { MaintenanceParams } from '@sonde/schema/alerts/maintenance-window.ts'
import { Maintenance, MaintenanceDates } from '@sonde/schema/alerts/maintenance.ts'
import { updateMaintenance, type MaintenanceRow } from '@sonde/store/maintenance/maintenances.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound, invalidInput } from '@sonde/actions/refusal.ts'
import { doingOf, holdMaintenance } from './held-maintenance.ts'
import { maintenanceAnswers } from './maintenance-answer.ts'

export function moveMaintenance(app: App, deps: ApiDeps): void {
  app.patch(
    '/v1/maintenance-windows/:id/maintenances/:maintenanceId',
    {
      schema: {
        summary: 'Give one occurrence of a maintenance window other dates',
        description: 'The window and its other occurrences stay as they are.',
        tags: ['Maintenance windows'],
        params: MaintenanceParams,
        body: MaintenanceDates,
        response: answers({ 200: Maintenance }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) => {
      const key = { accountId: accountOf(request).id, ...request.params }
      const [answer] = await deps.store.write(async (db) => {
        const doing = doingOf(deps)
        const { window, maintenance } = await holdMaintenance(db, key, doing)
        const moved = withDates(maintenance, request.body, doing.now)
        if (moved !== maintenance) await updateMaintenance(db, moved)
        const [before] = await maintenanceAnswers(db, window, [maintenance], doing.now)
        const current = await catchUp(db, window, moved, doing)
        const shown = await maintenanceAnswers(db, window, [current], doing.now)
        await recordChange(db, actorOf(request, deps), {
          entityType: 'MAINTENANCE',
          entityId: maintenance.id,
          entityName: window.name,
          before: before ?? {},
          after: shown[0] ?? {},
        })
        return shown
      })
      if (!answer) throw notFound('maintenance')
      return answer
    },
  )
}

function withDates(
  maintenance: MaintenanceRow,
  sent: { startsAt?: string; endsAt?: string },
  now: number,
): MaintenanceRow {
  if (sent.startsAt === undefined && sent.endsAt === undefined) return maintenance
  const startsAt = momentOf(sent.startsAt) ?? maintenance.startsAt
  const endsAt = momentOf(sent.endsAt) ?? maintenance.endsAt
  if (endsAt <= startsAt) {
    const path = sent.endsAt === undefined ? 'startsAt' : 'endsAt'
    const message = path === 'endsAt' ? 'must be after startsAt' : 'must be before endsAt'
    throw invalidInput([{ path, message }])
  }
  if (isActive(maintenance.status) && startsAt > now) {
    const message = 'must not be in the future: the maintenance has begun. Complete or cancel it instead'
    throw invalidInput([{ path: 'startsAt', message }])
  }
  const reminded = startsAt === maintenance.startsAt ? maintenance.reminded : []
  return { ...maintenance, startsAt, endsAt, reminded, isMoved: true, updatedAt: now }
}

function momentOf(text: string | undefined): number | null {
  return text === undefined ? null : readIsoMoment(text)
}
