import type { Clock } from '@sonde/ground/clock.ts'
import { alertContexts } from '@sonde/store/alerts/alert-contexts.ts'
import { dueReminders, lockStates, nextReminderAt, updateStates } from '@sonde/store/checks/check-states.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { remind } from '../reminders.ts'
import { deactivatedState, isTrivial } from '../transitions.ts'
import { settingsOf } from './alert-intake.ts'
import { type DecidedRaise, writeAlerts } from './alert-writer.ts'
import { createSuppression, isActivated } from './suppression.ts'

/** Checks whose reminders are written together. */
const batchSize = 200
/** How long one turn may take: the schedule waits for it. */
const longestTurnMs = 200

/** Sends the reminders that are due. Safe on several servers: each state is locked, and judged again. */
export function createReminders(deps: {
  store: Store
  clock: Clock
  publicUrl(): string
  wakeDelivery(): void
}): {
  /** Returns when the next ones are due. */
  work(): Promise<number>
} {
  const { store, clock } = deps

  async function remindBatch(numbers: readonly number[], now: number): Promise<number> {
    return await store.write(async (db) => {
      const states = await lockStates(db, numbers)
      const contexts = await alertContexts(db, [...states.keys()])
      const suppressions = createSuppression(db, now)
      const decided: (DecidedRaise & { checkNo: number })[] = []
      for (const [checkNo, check] of states) {
        const context = contexts.get(checkNo)
        const alert = check.alert
        if (context === undefined || alert === null) continue
        if (!isActivated(context)) {
          states.set(checkNo, { ...check, alert: deactivatedState(alert) })
          continue
        }
        const { reminders } = settingsOf(context)
        const { state, reminder } = remind(alert, reminders, now, await suppressions.ofReminder(context))
        states.set(checkNo, { ...check, alert: state })
        if (reminder === null || alert.lastProblem === null) continue
        decided.push({
          checkNo,
          state,
          openBefore: alert.open,
          isForLateChannels: false,
          raise: {
            alertType: reminder.alertType,
            context,
            result: alert.lastProblem,
            episodeSince: alert.episodeSince ?? alert.lastProblem.scheduledAt,
            reminderSequence: reminder.sequence,
            judgedAt: now,
            raisedAt: now,
          },
        })
      }
      const outcome = await writeAlerts(db, decided, { publicUrl: deps.publicUrl() })
      for (const [index, state] of outcome.states.entries()) {
        const entry = decided[index]
        const check = entry === undefined ? undefined : states.get(entry.checkNo)
        if (check !== undefined) states.set(check.no, { ...check, alert: state })
      }
      await updateStates(
        db,
        [...states.values()].map((check) =>
          check.alert !== null && isTrivial(check.alert) ? { ...check, alert: null } : check,
        ),
      )
      return outcome.notifications
    })
  }

  return {
    async work() {
      const now = clock.now()
      const endsAt = performance.now() + longestTurnMs
      while (performance.now() < endsAt) {
        const numbers = await dueReminders(store.read, { at: now, limit: batchSize })
        // Where writes are not told, it is looked again whatever is known of the next one.
        if (numbers.length === 0)
          return store.changes === null ? now : ((await nextReminderAt(store.read)) ?? Infinity)
        if ((await remindBatch(numbers, now)) > 0) deps.wakeDelivery()
        if (numbers.length < batchSize) break
      }
      return now
    },
  }
}
