import { randomInt } from 'node:crypto'
import { Dashboard, DashboardCreate } from '@sonde/schema/status-pages/dashboard.ts'
import { insertDashboard } from '@sonde/store/dashboards/dashboards.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { dashboardAnswer } from '@sonde/actions/dashboards/dashboard-answer.ts'
import { newDocument } from '@sonde/actions/dashboards/dashboard-document.ts'
import { newDashboardKey } from '@sonde/actions/dashboards/dashboard-key.ts'
import { requireFreeAddresses, writeUnlessTaken } from '@sonde/actions/dashboards/free-addresses.ts'

/** No vowels and no digits that look like letters: nobody has to spell a word or guess a character. */
const alphabet = 'bcdfghjkmnpqrstvwxz23456789'
const idLength = 12

export function createDashboard(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/dashboards',
    {
      schema: {
        summary: 'Create a dashboard',
        description:
          'The answer for a private one is the only place where its password, `keys[0].rawKey`, is shown.',
        tags: ['Dashboards'],
        body: DashboardCreate,
        response: answers({ 201: Dashboard }, 402, 409),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const { body } = request
      const now = deps.clock.now()
      const dashboardId = newDashboardId()
      const key = body.isPrivate === true ? await newDashboardKey(now) : null
      const row = {
        ...newDocument(body, { dashboardId }),
        dashboardId,
        accountId: accountOf(request).id,
        key: key?.row ?? null,
        createdAt: now,
        updatedAt: null,
      }
      const made = await writeUnlessTaken(deps.store, async (db) => {
        await requireFreeAddresses(db, { ...row, id: null })
        const dashboard = await insertDashboard(db, row)
        await recordChange(db, actorOf(request, deps), {
          entityType: 'DASHBOARD',
          entityId: dashboard.dashboardId,
          entityName: body.header,
          before: null,
          after: dashboardAnswer(dashboard),
        })
        return dashboard
      })
      return reply.code(201).send(dashboardAnswer(made, key?.rawKey))
    },
  )
}

export function newDashboardId(): string {
  return Array.from({ length: idLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
}
