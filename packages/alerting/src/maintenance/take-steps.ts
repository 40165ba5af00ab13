import { randomUUIDv7 } from 'node:crypto'
import {
  insertMaintenanceUpdate,
  type DateAdjustments,
  type MaintenanceUpdateRow,
} from '@sonde/store/maintenance/maintenance-updates.ts'
import type { MaintenanceWindowRow } from '@sonde/store/maintenance/maintenance-windows.ts'
import {
  insertMaintenances,
  liftPlans,
  plannedMaintenances,
  removeMaintenances,
  updateMaintenance,
  updateMaintenances,
  type MaintenanceRow,
} from '@sonde/store/maintenance/maintenances.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { announce, type Mailing } from './announce.ts'
import { automaticSteps, dueReminder, isActive, type MaintenanceStep } from './lifecycle.ts'
import { earliestPlan, replan, wantedOccurrences } from './plan.ts'

/** Everything here happens inside a write that holds the window. */
type Doing = { now: number; mailing: Mailing }

/** Writes a change of a maintenance, what is said about it, and the mails about it. */
export async function takeStep(
  db: Db,
  window: MaintenanceWindowRow,
  step: MaintenanceStep,
  { now, mailing }: Doing,
): Promise<MaintenanceUpdateRow> {
  const { before, after, description, notifySubscribers } = step
  await updateMaintenance(db, after)
  const update: MaintenanceUpdateRow = {
    id: randomUUIDv7(),
    maintenanceId: after.id,
    accountId: after.accountId,
    status: after.status,
    description,
    notifySubscribers,
    previousStatus: before.status,
    ...adjustedDates(before, after),
    createdAt: now,
    updatedAt: null,
  }
  await insertMaintenanceUpdate(db, update)
  if (notifySubscribers) {
    await announce(
      db,
      window,
      { maintenance: after, status: after.status, text: description, at: now },
      mailing,
    )
  }
  return update
}

export function adjustedDates(
  before: MaintenanceRow,
  after: MaintenanceRow,
): Pick<MaintenanceUpdateRow, 'previousStartsAt' | 'previousEndsAt' | 'dateAdjustments'> {
  const adjusted: DateAdjustments = {
    ...(after.startsAt === before.startsAt ? {} : { startsAt: after.startsAt }),
    ...(after.endsAt === before.endsAt ? {} : { endsAt: after.endsAt }),
  }
  return {
    previousStartsAt: adjusted.startsAt === undefined ? null : before.startsAt,
    previousEndsAt: adjusted.endsAt === undefined ? null : before.endsAt,
    dateAdjustments: Object.keys(adjusted).length === 0 ? null : adjusted,
  }
}

/** Brings a maintenance to where it should be by now, before anybody looks at it or changes it. */
export async function catchUp(
  db: Db,
  window: MaintenanceWindowRow,
  maintenance: MaintenanceRow,
  doing: Doing,
): Promise<MaintenanceRow> {
  let current = maintenance
  const steps = automaticSteps(window, maintenance, doing.now)
  for (const [index, step] of steps.entries()) {
    // Each came before the next, and before what somebody says now: updates are listed by their time.
    await takeStep(db, window, step, { ...doing, now: doing.now - (steps.length - index) })
    current = step.after
  }
  return current
}

/** Makes the occurrences that should be there and are not. */
export async function makeOccurrences(db: Db, window: MaintenanceWindowRow, now: number): Promise<void> {
  const maintenances = await plannedMaintenances(db, {
    windowIds: [window.id],
    from: earliestPlan(window, now),
  })
  await insertMaintenances(db, missingOccurrences(window, maintenances, now))
}

/** The same for windows that are new, and have none yet. */
export async function makeFirstOccurrences(
  db: Db,
  windows: readonly MaintenanceWindowRow[],
  now: number,
): Promise<void> {
  await insertMaintenances(
    db,
    windows.flatMap((window) => missingOccurrences(window, [], now)),
  )
}

export function missingOccurrences(
  window: MaintenanceWindowRow,
  maintenances: readonly MaintenanceRow[],
  now: number,
): MaintenanceRow[] {
  const plans = new Set(maintenances.map(({ plannedAt }) => plannedAt))
  return wantedOccurrences(window, now)
    .filter(({ startsAt }) => !plans.has(startsAt))
    .map(({ startsAt, endsAt }) => ({
      id: randomUUIDv7(),
      windowId: window.id,
      accountId: window.accountId,
      plannedAt: startsAt,
      status: 'SCHEDULED',
      startsAt,
      endsAt,
      beganAt: null,
      endedAt: null,
      isMoved: false,
      isDeleted: false,
      reminded: [],
      createdAt: now,
      updatedAt: null,
    }))
}

/** Makes the occurrences follow a window that was changed. */
export async function followWindow(
  db: Db,
  before: MaintenanceWindowRow,
  after: MaintenanceWindowRow,
  doing: Doing,
): Promise<void> {
  await followWindows(db, [{ before, after }], doing)
}

/** The same for many. */
export async function followWindows(
  db: Db,
  changes: readonly { before: MaintenanceWindowRow; after: MaintenanceWindowRow }[],
  doing: Doing,
): Promise<void> {
  const { now } = doing
  const planned = await plannedByWindow(db, changes, now)
  const plans = []
  for (const { before, after } of changes) {
    const rows: MaintenanceRow[] = []
    // What the old dates have brought about by now happened.
    for (const row of planned.get(after.id) ?? [])
      rows.push(row.isDeleted ? row : await catchUp(db, before, row, doing))
    const { rescheduled, steps, removed } = replan(before, after, rows, now)
    const moved = [...rescheduled, ...steps.map((step) => step.after)]
    const touched = new Set([...removed, ...moved].map(({ id }) => id))
    const kept = [...rows.filter(({ id }) => !touched.has(id)), ...moved]
    plans.push({ window: after, rescheduled, steps, removed, moved, kept })
  }
  await removeMaintenances(
    db,
    plans.flatMap(({ removed }) => removed.map(({ id }) => id)),
  )
  await liftPlans(
    db,
    plans.flatMap(({ moved }) => moved.map(({ id }) => id)),
  )
  await updateMaintenances(
    db,
    plans.flatMap(({ rescheduled }) => rescheduled),
  )
  for (const { window, steps } of plans) {
    for (const step of steps) await takeStep(db, window, step, doing)
  }
  await insertMaintenances(
    db,
    plans.flatMap(({ window, kept }) => missingOccurrences(window, kept, now)),
  )
}

/** Of each window what matters for its own change, and nothing that ended before. */
async function plannedByWindow(
  db: Db,
  changes: readonly { before: MaintenanceWindowRow; after: MaintenanceWindowRow }[],
  now: number,
): Promise<Map<number, MaintenanceRow[]>> {
  const starts = new Map(
    changes.map(({ before, after }) => [
      after.id,
      Math.min(earliestPlan(before, now), earliestPlan(after, now)),
    ]),
  )
  const rows = await plannedMaintenances(db, {
    windowIds: [...starts.keys()],
    from: Math.min(...starts.values()),
  })
  const matters = ({ windowId, plannedAt, status }: MaintenanceRow) =>
    plannedAt >= (starts.get(windowId) ?? 0) || status === 'SCHEDULED' || isActive(status)
  return Map.groupBy(rows.filter(matters), ({ windowId }) => windowId)
}

/** Mails the reminder that is due. False when there was none. */
export async function remind(
  db: Db,
  window: MaintenanceWindowRow,
  maintenance: MaintenanceRow,
  { now, mailing }: Doing,
): Promise<boolean> {
  const reminder = dueReminder(window, maintenance, now)
  if (reminder === null) return false
  await updateMaintenance(db, { ...maintenance, reminded: reminder.reminded })
  if (reminder.minutes === null) return false
  const { description } = window.config
  const text = ['This maintenance starts soon.', ...(description === null ? [] : [description])]
  await announce(db, window, { maintenance, status: 'SCHEDULED', text: text.join('\n\n'), at: now }, mailing)
  return true
}
