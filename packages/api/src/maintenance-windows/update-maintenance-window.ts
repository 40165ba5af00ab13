import { followWindow } from '@sonde/alerting/maintenance/take-steps.ts'
import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import {
  MaintenanceWindow,
  MaintenanceWindowParams,
  MaintenanceWindowUpdate,
} from '@sonde/schema/alerts/maintenance-window.ts'
import { updateMaintenanceWindow as writeWindow } from '@sonde/store/maintenance/maintenance-windows.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordDocument } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { doingOf, holdWindow } from './held-maintenance.ts'
import { requirePages } from './page-references.ts'
import { windowAnswer } from './window-answer.ts'
import { updatedWindow } from './window-document.ts'

export function updateMaintenanceWindow(app: App, deps: ApiDeps): void {
  app.put(
    '/v1/maintenance-windows/:id',
    {
      schema: {
        summary: 'Change a maintenance window',
        description:
          'What is left out stays as it is. Occurrences that have not begun follow the window, unless they ' +
          'were given dates of their own; so does the one under way when the dates change. What has ended stays.',
        tags: ['Maintenance windows'],
        params: MaintenanceWindowParams,
        body: MaintenanceWindowUpdate,
        response: answers({ 200: MaintenanceWindow }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) => {
      const accountId = accountOf(request).id
      const after = await deps.store.write(async (db) => {
        const before = await holdWindow(db, { accountId, id: request.params.id })
        const doing = doingOf(deps)
        const changed = {
          ...before,
          ...updatedWindow(before, request.body),
          // Grows with every accepted write, also when the clock does not.
          updatedAt: nextUpdatedAt(before, doing.now),
        }
        if (request.body.statusPageVisibility !== undefined) {
          await requirePages(db, accountId, changed.config.statusPageVisibility)
        }
        await writeWindow(db, changed)
        await followWindow(db, before, changed, doing)
        await recordDocument(db, actorOf(request, deps), 'MAINTENANCE_WINDOW', {
          before: windowAnswer(before),
          after: windowAnswer(changed),
        })
        return changed
      })
      return windowAnswer(after)
    },
  )
}
