import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import type { Dashboard, DashboardUpdate } from '@sonde/schema/status-pages/dashboard.ts'
import { findDashboardForUpdate, updateDashboards } from '@sonde/store/dashboards/dashboards.ts'
import { recordChange } from '../audit/record-change.ts'
import { shownBindings } from '../projects/shown-bindings.ts'
import { notFound } from '../refusal.ts'
import { writtenDashboard } from './dashboard-answer.ts'
import { changedDocument, completeSparse, configOf } from './dashboard-document.ts'
import { newDashboardKey } from './dashboard-key.ts'
import { requireFreeAddresses, addressIsTaken } from './free-addresses.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'
import { writeUnlessTaken } from '../write-unless-taken.ts'

export async function updateDashboard(
  deps: ActionDeps,
  actor: Actor,
  {
    dashboardId,
    input: sent,
    isSparse,
  }: {
    dashboardId: string
    input: DashboardUpdate
    /** Whether it was written by an encoder that leaves empty values out. */
    isSparse: boolean
  },
): Promise<Dashboard> {
  const input = isSparse ? completeSparse(sent) : sent
  const key = { accountId: actor.accountId, dashboardId: dashboardId.toLowerCase() }
  // Made before it is known whether it is needed: hashing a password must not hold a write up.
  const newKey = input.isPrivate === true ? await newDashboardKey(deps.clock.now()) : null
  return await writeUnlessTaken(deps.store, addressIsTaken, async (db) => {
    const before = await findDashboardForUpdate(db, key)
    if (before === null) throw notFound('dashboard')
    const becomesPrivate = input.isPrivate === true && before.key === null
    const after = {
      ...before,
      ...changedDocument(input, before, { isSparse }),
      key: input.isPrivate === false ? null : (before.key ?? newKey?.row ?? null),
      updatedAt: nextUpdatedAt(before, deps.clock.now()),
    }
    await requireFreeAddresses(db, after)
    await updateDashboards(db, [after])
    await recordChange(db, actor, {
      entityType: 'DASHBOARD',
      entityId: after.dashboardId,
      entityName: configOf(after).header,
      before: writtenDashboard(before),
      after: writtenDashboard(after),
    })
    const bindings = (await shownBindings(db, 'dashboard', [after.id]))(after.id)
    return writtenDashboard(after, becomesPrivate ? newKey?.rawKey : '', bindings)
  })
}
