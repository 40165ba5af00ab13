import { minuteMs } from '@sonde/ground/durations.ts'
import type { AlertState } from '@sonde/store/alerts/alert-state.ts'
import type { CompleteAlertSettings } from './effective-alert-settings.ts'

type Reminders = CompleteAlertSettings['reminders']

export type Reminder = {
  /** 1 for the first one; numbers are left out when several fell due at once. */
  sequence: number
  alertType: 'ALERT_FAILURE_REMAIN' | 'ALERT_DEGRADED_REMAIN'
}

/** Every problem alert begins its own series. */
export function withRemindersFrom(
  state: AlertState,
  { amount, interval }: Reminders,
  now: number,
): AlertState {
  return {
    ...state,
    remindersFrom: now,
    remindersSent: 0,
    nextReminderAt: amount > 0 ? now + interval * minuteMs : null,
  }
}

export function withoutReminders(state: AlertState): AlertState {
  return { ...state, remindersFrom: null, remindersSent: 0, nextReminderAt: null, lastProblem: null }
}

/**
 * The reminder that is due, if any. When several due times have passed, only the latest is sent: the service
 * was away, and a burst would tell nobody more. One that is due while alerts are suppressed is used up.
 *
 * The next one is counted from the time this one was due, so that a new interval applies from here on and
 * does not make a heap of reminders due that nobody had asked for.
 */
export function remind(
  state: AlertState,
  { amount, interval }: Reminders,
  now: number,
  isSuppressed: boolean,
): { state: AlertState; reminder: Reminder | null } {
  const dueAt = state.nextReminderAt
  if (dueAt === null || dueAt > now) return { state, reminder: null }
  if (state.status === 'passed' || state.remindersSent >= amount) {
    return { state: { ...state, nextReminderAt: null }, reminder: null }
  }
  const intervalMs = interval * minuteMs
  const due = 1 + Math.floor((now - dueAt) / intervalMs)
  const sequence = Math.min(amount, state.remindersSent + due)
  const nextReminderAt = sequence < amount ? dueAt + due * intervalMs : null
  const alertType = state.status === 'failed' ? 'ALERT_FAILURE_REMAIN' : 'ALERT_DEGRADED_REMAIN'
  return {
    state: { ...state, remindersSent: sequence, nextReminderAt },
    reminder: isSuppressed ? null : { sequence, alertType },
  }
}
