import { Dashboard, DashboardParams, DashboardUpdate } from '@sonde/schema/status-pages/dashboard.ts'
import { laterThan } from '@sonde/status-pages/later-than.ts'
import {
  findDashboardForUpdate,
  updateDashboard as writeDashboard,
} from '@sonde/store/dashboards/dashboards.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { dashboardAnswer } from '@sonde/actions/dashboards/dashboard-answer.ts'
import { changedDocument, configOf } from '@sonde/actions/dashboards/dashboard-document.ts'
import { newDashboardKey } from '@sonde/actions/dashboards/dashboard-key.ts'
import { requireFreeAddresses, writeUnlessTaken } from '@sonde/actions/dashboards/free-addresses.ts'

export function updateDashboard(app: App, deps: ApiDeps): void {
  app.put(
    '/v1/dashboards/:dashboardId',
    {
      schema: {
        summary: 'Change a dashboard',
        description:
          'What is left out stays as it is. A dashboard that becomes private gets a password, shown in this answer ' +
          'and never again; one that becomes public loses it. Off and on again replaces it and ends every session.',
        tags: ['Dashboards'],
        params: DashboardParams,
        body: DashboardUpdate,
        response: answers({ 200: Dashboard }, 409),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) => {
      const { body } = request
      const key = { accountId: accountOf(request).id, dashboardId: request.params.dashboardId.toLowerCase() }
      // Made before it is known whether it is needed: hashing a password must not hold a write up.
      const made = body.isPrivate === true ? await newDashboardKey(deps.clock.now()) : null
      return await writeUnlessTaken(deps.store, async (db) => {
        const before = await findDashboardForUpdate(db, key)
        if (before === null) throw notFound('dashboard')
        const becomesPrivate = body.isPrivate === true && before.key === null
        const after = {
          ...before,
          ...changedDocument(body, before),
          key: body.isPrivate === false ? null : (before.key ?? made?.row ?? null),
          updatedAt: laterThan(before, deps.clock.now()),
        }
        await requireFreeAddresses(db, after)
        await writeDashboard(db, after)
        await recordChange(db, actorOf(request, deps), {
          entityType: 'DASHBOARD',
          entityId: after.dashboardId,
          entityName: configOf(after).header,
          before: dashboardAnswer(before),
          after: dashboardAnswer(after),
        })
        return dashboardAnswer(after, becomesPrivate ? made?.rawKey : '')
      })
    },
  )
}
