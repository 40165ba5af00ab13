import { followWindow, makeOccurrences } from '@sonde/alerting/maintenance/take-steps.ts'
import { minuteMs } from '@sonde/ground/durations.ts'
import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import { type MaintenanceWindow } from '@sonde/schema/alerts/maintenance-window.ts'
import { longestSilenceMinutes, type SilenceCreate } from '@sonde/schema/alerts/silence.ts'
import { readIsoMoment } from '@sonde/schema/validation/iso-moment.ts'
import { findGroup } from '@sonde/store/checks/check-groups.ts'
import { findCheck } from '@sonde/store/checks/checks.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import {
  insertMaintenanceWindow,
  updateMaintenanceWindows,
} from '@sonde/store/maintenance/maintenance-windows.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { recordDocument } from '../audit/record-change.ts'
import { invalidInput } from '../refusal.ts'
import { lockWindow, type MaintenanceDeps, stepContext } from './lock-maintenance.ts'
import { windowAnswer } from './window-answer.ts'
import { newWindow } from './window-document.ts'
import { requireNamedSubjects } from './window-subjects.ts'

const longestName = 200

/** Holds the alerts of checks and groups back from now on, by the clock of the server, until a moment. */
export async function silence(
  { store, clock }: Pick<ActionDeps, 'store' | 'clock'>,
  actor: Actor,
  { input }: { input: SilenceCreate },
): Promise<MaintenanceWindow> {
  const { accountId } = actor
  const now = clock.now()
  const endsAt = endOf(input, now)
  const checkIds = (input.checkIds ?? []).map((id) => id.toLowerCase())
  const groupIds = input.groupIds ?? []
  return await store.write(async (db) => {
    const columns = newWindow({
      name: await nameOf(db, accountId, checkIds, groupIds),
      startsAt: new Date(now).toISOString(),
      endsAt: new Date(endsAt).toISOString(),
      silenceCheckIds: checkIds,
      silenceGroupIds: groupIds,
    })
    await requireNamedSubjects(db, accountId, columns.config)
    const row = { ...columns, accountId, createdAt: now, updatedAt: null }
    const window = { ...row, id: await insertMaintenanceWindow(db, row) }
    await makeOccurrences(db, window, now)
    const after = windowAnswer(window)
    await recordDocument(db, actor, 'MAINTENANCE_WINDOW', { before: null, after })
    return after
  })
}

function endOf({ minutes, until }: SilenceCreate, now: number): number {
  if (typeof minutes === 'number') return now + minutes * minuteMs
  const endsAt = readIsoMoment(until ?? '', 'UTC')
  if (endsAt === null || endsAt <= now)
    throw invalidInput([{ path: 'until', message: 'must be in the future' }])
  if (endsAt > now + longestSilenceMinutes * minuteMs) {
    throw invalidInput([
      { path: 'until', message: 'must be within a year: to silence it longer, mute it instead' },
    ])
  }
  return endsAt
}

/** What it is called in the list of windows. */
async function nameOf(
  db: Db,
  accountId: string,
  checkIds: readonly string[],
  groupIds: readonly number[],
): Promise<string> {
  const [checkId, groupId] = [checkIds[0], groupIds[0]]
  const count = checkIds.length + groupIds.length
  const only =
    count > 1
      ? null
      : checkId !== undefined
        ? await findCheck(db, { accountId, id: checkId })
        : groupId !== undefined
          ? await findGroup(db, { accountId, id: groupId })
          : null
  return `Silence: ${only?.name ?? `${count} checks and groups`}`.slice(0, longestName)
}

/** Ends a window that happens once, now: what it held back alerts again. */
export async function endWindow(
  deps: MaintenanceDeps,
  actor: Actor,
  { windowId }: { windowId: number },
): Promise<MaintenanceWindow> {
  const { accountId } = actor
  return await deps.store.write(async (db) => {
    const before = await lockWindow(db, { accountId, windowId })
    const context = stepContext(deps)
    if (before.config.repeatInterval !== null) {
      throw invalidInput([{ path: 'id', message: 'is a window that repeats: end its occurrence instead' }])
    }
    if (before.endsAt <= context.now) return windowAnswer(before)
    if (before.startsAt >= context.now) {
      throw invalidInput([{ path: 'id', message: 'is a window that has not started: delete it instead' }])
    }
    const row = { ...before, endsAt: context.now, updatedAt: nextUpdatedAt(before, context.now) }
    await updateMaintenanceWindows(db, [row])
    await followWindow(db, before, row, context)
    const after = windowAnswer(row)
    await recordDocument(db, actor, 'MAINTENANCE_WINDOW', { before: windowAnswer(before), after })
    return after
  })
}
