import { postedStep } from '@sonde/alerting/maintenance/lifecycle.ts'
import { takeStep } from '@sonde/alerting/maintenance/take-steps.ts'
import { MaintenanceParams } from '@sonde/schema/alerts/maintenance-window.ts'
import { MaintenanceUpdate, MaintenanceUpdateCreate } from '@sonde/schema/alerts/maintenance.ts'
import { countMaintenanceUpdates } from '@sonde/store/maintenance/maintenance-updates.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { invalidInput, conflict } from '@sonde/actions/refusal.ts'
import { doingOf, holdMaintenance } from './held-maintenance.ts'
import { updateAnswer } from './maintenance-answer.ts'

/** Every answer about a maintenance shows all of them. */
const mostUpdates = 500

export function postMaintenanceUpdate(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/maintenance-windows/:id/maintenances/:maintenanceId/updates',
    {
      schema: {
        summary: 'Post an update about an occurrence of a maintenance window',
        description:
          'The occurrence takes its status: IN_PROGRESS and VERIFYING begin or reopen it, COMPLETED and ' +
          'CANCELLED end its effects at once. After its end it can be reopened only with a new end.',
        tags: ['Maintenance windows'],
        params: MaintenanceParams,
        body: MaintenanceUpdateCreate,
        response: answers({ 201: MaintenanceUpdate }, 409),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const key = { accountId: accountOf(request).id, ...request.params }
      const { status, description, notifySubscribers = false } = request.body
      const answer = await deps.store.write(async (db) => {
        const doing = doingOf(deps)
        const { window, maintenance } = await holdMaintenance(db, key, doing)
        const step = postedStep(maintenance, { status, description, notifySubscribers }, doing.now)
        if ('refusal' in step) throw invalidInput([{ path: 'status', message: step.refusal }])
        if ((await countMaintenanceUpdates(db, maintenance.id)) >= mostUpdates) {
          throw conflict(`The maintenance has ${mostUpdates} updates already: delete some first`)
        }
        const posted = updateAnswer(window, await takeStep(db, window, step, doing))
        await recordChange(db, actorOf(request, deps), {
          entityType: 'MAINTENANCE_UPDATE',
          entityId: posted.id,
          entityName: window.name,
          before: null,
          after: posted,
        })
        return posted
      })
      if (notifySubscribers) deps.wakeDelivery()
      return reply.code(201).send(answer)
    },
  )
}
