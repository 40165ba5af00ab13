import { makeOccurrences } from '@sonde/alerting/maintenance/take-steps.ts'
import { MaintenanceWindow, MaintenanceWindowCreate } from '@sonde/schema/alerts/maintenance-window.ts'
import { insertMaintenanceWindow } from '@sonde/store/maintenance/maintenance-windows.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordDocument } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { requirePages } from './page-references.ts'
import { windowAnswer } from './window-answer.ts'
import { newWindow } from './window-document.ts'

export function createMaintenanceWindow(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/maintenance-windows',
    {
      schema: {
        summary: 'Create a maintenance window',
        description:
          'Once or repeating. A start in the past is allowed: the window is then active at once, if it has not ended.',
        tags: ['Maintenance windows'],
        body: MaintenanceWindowCreate,
        response: answers({ 201: MaintenanceWindow }, 402),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const accountId = accountOf(request).id
      const columns = newWindow(request.body)
      const now = deps.clock.now()
      const row = { ...columns, accountId, createdAt: now, updatedAt: null }
      const made = await deps.store.write(async (db) => {
        await requirePages(db, accountId, columns.config.statusPageVisibility)
        const window = { ...row, id: await insertMaintenanceWindow(db, row) }
        await makeOccurrences(db, window, now)
        await recordDocument(db, actorOf(request, deps), 'MAINTENANCE_WINDOW', {
          before: null,
          after: windowAnswer(window),
        })
        return window
      })
      return reply.code(201).send(windowAnswer(made))
    },
  )
}
