import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import { changedDocument } from './dashboard-document.ts'
import type { Dashboard, DashboardUpdate } from '@sonde/schema/status-pages/dashboard.ts'
import {
  findDashboardForUpdate,
  updateDashboard as writeDashboard,
} from '@sonde/store/dashboards/dashboards.ts'
import { recordChange } from '../audit/record-change.ts'
import { notFound } from '../refusal.ts'
import { dashboardAnswer } from './dashboard-answer.ts'
import { configOf } from './dashboard-document.ts'
import { newDashboardKey } from './dashboard-key.ts'
import { requireFreeAddresses, addressIsTaken } from './free-addresses.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'
import { writeUnlessTaken } from '../write-unless-taken.ts'

export async function updateDashboard(
  deps: ActionDeps,
  actor: Actor,
  { dashboardId, input }: { dashboardId: string; input: DashboardUpdate },
): Promise<Dashboard> {
  const key = { accountId: actor.accountId, dashboardId: dashboardId.toLowerCase() }
  // Made before it is known whether it is needed: hashing a password must not hold a write up.
  const newKey = input.isPrivate === true ? await newDashboardKey(deps.clock.now()) : null
  return await writeUnlessTaken(deps.store, addressIsTaken, async (db) => {
    const before = await findDashboardForUpdate(db, key)
    if (before === null) throw notFound('dashboard')
    const becomesPrivate = input.isPrivate === true && before.key === null
    const after = {
      ...before,
      ...changedDocument(input, before),
      key: input.isPrivate === false ? null : (before.key ?? newKey?.row ?? null),
      updatedAt: nextUpdatedAt(before, deps.clock.now()),
    }
    await requireFreeAddresses(db, after)
    await writeDashboard(db, after)
    await recordChange(db, actor, {
      entityType: 'DASHBOARD',
      entityId: after.dashboardId,
      entityName: configOf(after).header,
      before: dashboardAnswer(before),
      after: dashboardAnswer(after),
    })
    return dashboardAnswer(after, becomesPrivate ? newKey?.rawKey : '')
  })
}
