import type { Clock } from '@sonde/ground/clock.ts'
import { minuteMs } from '@sonde/ground/durations.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { isStopped, type RepeatingWork } from '@sonde/ground/repeat-work.ts'
import { workOnChange } from '@sonde/ground/work-on-change.ts'
import {
  findMaintenanceWindowForUpdate,
  maintenanceWindowsAfter,
  type MaintenanceWindowRow,
} from '@sonde/store/maintenance/maintenance-windows.ts'
import {
  dueMaintenances,
  findMaintenance,
  plannedMaintenances,
} from '@sonde/store/maintenance/maintenances.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import type { Mailing } from './announce.ts'
import { dueReminder } from './lifecycle.ts'
import { earliestPlan } from './plan.ts'
import { catchUp, makeOccurrences, missingOccurrences, remind } from './take-steps.ts'

export type MaintenanceJob = RepeatingWork & {
  /**
   * One round: begins and ends what is due and, once a minute, makes the occurrences to come and sends
   * reminders. Await one before the first check runs: windows may have repeated while no server was there. Returns when
   * the next one is due.
   */
  work(signal?: AbortSignal): Promise<number>
}

export type MaintenanceJobDeps = {
  store: Store
  clock: Clock
  log: Logger
  mailing(): Mailing
  /** Called when mails were written. */
  wakeDelivery(): void
  /** Between two rounds; a second unless told. */
  pauseMs?: number
}

const windowsPerStep = 200

export function createMaintenanceJob(deps: MaintenanceJobDeps): MaintenanceJob {
  const { store, clock, log, pauseMs = 1_000 } = deps
  let plannedMinute = Number.NaN

  async function work(signal?: AbortSignal): Promise<number> {
    const now = clock.now()
    const minute = Math.floor(now / minuteMs)
    const nextMinuteAt = (minute + 1) * minuteMs
    const soon = await dueMaintenances(store.read, nextMinuteAt)
    const due = soon.filter(({ dueAt }) => dueAt <= now)
    for (const { id, windowId, accountId } of due) {
      if (isStopped(signal)) return now
      await unlessItFails(windowId, () =>
        store.write(async (db) => {
          const window = await findMaintenanceWindowForUpdate(db, { accountId, id: windowId })
          const maintenance = window && (await findMaintenance(db, { windowId, id }))
          if (maintenance) await catchUp(db, window, maintenance, doing())
        }),
      )
    }
    if (due.length > 0) deps.wakeDelivery()
    if (minute !== plannedMinute) {
      await planAhead(signal)
      plannedMinute = minute
    }
    // One that was due may have failed, and one that has begun may be over before the minute is.
    return due.length > 0 ? now : Math.min(nextMinuteAt, ...soon.map(({ dueAt }) => dueAt))
  }

  /** One window that makes trouble must not keep the others waiting; it is tried again with the next round. */
  async function unlessItFails(windowId: number, look: () => Promise<void>): Promise<void> {
    try {
      await look()
    } catch (error) {
      log.warn({ err: error, windowId }, 'a maintenance window could not be updated; retrying')
    }
  }

  function doing() {
    return { now: clock.now(), mailing: deps.mailing() }
  }

  async function planAhead(signal: AbortSignal | undefined): Promise<void> {
    let after = 0
    while (!isStopped(signal)) {
      const windows = await maintenanceWindowsAfter(store.read, { after, limit: windowsPerStep })
      const last = windows.at(-1)
      if (last === undefined) return
      await planWindows(windows, signal)
      after = last.id
    }
  }

  /** Looks without a lock, and takes the windows that something is to be done for one by one. */
  async function planWindows(
    windows: readonly MaintenanceWindowRow[],
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const now = clock.now()
    const from = Math.min(...windows.map((window) => earliestPlan(window, now)))
    const maintenances = await plannedMaintenances(store.read, {
      windowIds: windows.map(({ id }) => id),
      from,
    })
    const byWindow = Map.groupBy(maintenances, ({ windowId }) => windowId)
    for (const window of windows) {
      const rows = byWindow.get(window.id) ?? []
      const hasReminder = rows.some((row) => !row.isDeleted && dueReminder(window, row, now) !== null)
      if (!hasReminder && missingOccurrences(window, rows, now).length === 0) continue
      if (isStopped(signal)) return
      await unlessItFails(window.id, () => planWindow(window))
    }
  }

  async function planWindow(key: MaintenanceWindowRow): Promise<void> {
    const reminded = await store.write(async (db) => {
      const window = await findMaintenanceWindowForUpdate(db, key)
      if (!window) return 0
      const { now, mailing } = doing()
      await makeOccurrences(db, window, now)
      const rows = await plannedMaintenances(db, { windowIds: [window.id], from: now })
      let count = 0
      for (const row of rows.filter(({ isDeleted }) => !isDeleted)) {
        if (await remind(db, window, row, { now, mailing })) count += 1
      }
      return count
    })
    if (reminded > 0) deps.wakeDelivery()
  }

  const name = 'updating maintenance windows'
  return { work, ...workOnChange({ name, pauseMs, changes: store.changes, clock, log, work }) }
}
