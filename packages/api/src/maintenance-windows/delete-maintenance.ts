import { isActive } from '@sonde/alerting/maintenance/lifecycle.ts'
import { MaintenanceParams } from '@sonde/schema/alerts/maintenance-window.ts'
import { updateMaintenance } from '@sonde/store/maintenance/maintenances.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { doingOf, holdMaintenance } from './held-maintenance.ts'
import { maintenanceAnswers } from './maintenance-answer.ts'

export function deleteMaintenance(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/maintenance-windows/:id/maintenances/:maintenanceId',
    {
      schema: {
        summary: 'Delete one occurrence of a maintenance window',
        description:
          'It does not come back, and the others stay. One that is under way has no more effect at once.',
        tags: ['Maintenance windows'],
        params: MaintenanceParams,
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const key = { accountId: accountOf(request).id, ...request.params }
      await deps.store.write(async (db) => {
        const doing = doingOf(deps)
        const { window, maintenance } = await holdMaintenance(db, key, doing)
        const { now } = doing
        const endedAt = isActive(maintenance.status) ? now : maintenance.endedAt
        const gone = { isDeleted: true, status: 'CANCELLED', endedAt, updatedAt: now } as const
        const [before] = await maintenanceAnswers(db, window, [maintenance], now)
        await updateMaintenance(db, { ...maintenance, ...gone })
        await recordChange(db, actorOf(request, deps), {
          entityType: 'MAINTENANCE',
          entityId: maintenance.id,
          entityName: window.name,
          before: before ?? {},
          after: null,
        })
      })
      return reply.code(204).send()
    },
  )
}
