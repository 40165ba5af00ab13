import { newDocument } from './dashboard-document.ts'
import { randomInt } from 'node:crypto'
import type { Dashboard, DashboardCreate } from '@sonde/schema/status-pages/dashboard.ts'
import { insertDashboard } from '@sonde/store/dashboards/dashboards.ts'
import { recordChange } from '../audit/record-change.ts'
import { writtenDashboard } from './dashboard-answer.ts'
import { newDashboardKey } from './dashboard-key.ts'
import { requireFreeAddresses, addressIsTaken } from './free-addresses.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'
import { writeUnlessTaken } from '../write-unless-taken.ts'

/** No vowels and no digits that look like letters: nobody has to spell a word or guess a character. */
const alphabet = 'bcdfghjkmnpqrstvwxz23456789'
const idLength = 12

export async function createDashboard(
  deps: ActionDeps,
  actor: Actor,
  { input }: { input: DashboardCreate },
): Promise<Dashboard> {
  const now = deps.clock.now()
  const dashboardId = newDashboardId()
  const key = input.isPrivate === true ? await newDashboardKey(now) : null
  const row = {
    ...newDocument(input, { dashboardId }),
    dashboardId,
    accountId: actor.accountId,
    key: key?.row ?? null,
    createdAt: now,
    updatedAt: null,
  }
  const dashboardRow = await writeUnlessTaken(deps.store, addressIsTaken, async (db) => {
    await requireFreeAddresses(db, { ...row, id: null })
    const dashboard = await insertDashboard(db, row)
    await recordChange(db, actor, {
      entityType: 'DASHBOARD',
      entityId: dashboard.dashboardId,
      entityName: input.header,
      before: null,
      after: writtenDashboard(dashboard),
    })
    return dashboard
  })
  return writtenDashboard(dashboardRow, key?.rawKey)
}

export function newDashboardId(): string {
  return Array.from({ length: idLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
}
