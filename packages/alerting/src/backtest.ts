import type { TargetVerdict } from '@sonde/schema/runs/verdict.ts'
import { type AlertState, initialAlertState } from '@sonde/store/alerts/alert-state.ts'
import type { CompleteAlertSettings } from './effective-alert-settings.ts'
import { remind } from './reminders.ts'
import { type CheckAlertType, decide } from './transitions.ts'

/** An occurrence of the past, in the order in which they closed. */
export type PastOccurrence = {
  scheduledAt: number
  /** When it closed. */
  at: number
  /** Null: it says nothing about the target. */
  verdict: TargetVerdict | null
  /** Left out: true. */
  isOwn?: boolean
}

export type ReplayedAlert = {
  alertType: CheckAlertType
  at: number
  /** 0: the alert itself. */
  reminderSequence: number
  /** Of the occurrence that raised it; for a reminder, of the one it reminds of. */
  scheduledAt: number
}

type ReplayOptions = {
  suppressedAt?: (at: number) => boolean
  /** Until when reminders go on after the last occurrence; left out: not at all. */
  until?: number
}

/** Which alerts these settings would have raised, by the rules that raise them in earnest. */
export function replay(
  occurrences: readonly PastOccurrence[],
  settings: CompleteAlertSettings,
  options: ReplayOptions = {},
): ReplayedAlert[] {
  const replaying = beginReplay(settings, options)
  for (const occurrence of occurrences) replaying.take(occurrence)
  return replaying.end()
}

/** The same for whoever has too many of them to go through at once. */
export function beginReplay(settings: CompleteAlertSettings, options: ReplayOptions = {}) {
  const isSuppressedAt = options.suppressedAt ?? (() => false)
  const alerts: ReplayedAlert[] = []
  let state: AlertState = initialAlertState
  let alertedAt = 0

  function sendReminders(isDue: (at: number) => boolean): void {
    while (state.nextReminderAt !== null && isDue(state.nextReminderAt)) {
      const at: number = state.nextReminderAt
      const step = remind(state, settings.reminders, at, isSuppressedAt(at))
      state = step.state
      if (step.reminder === null) continue
      const { alertType, sequence } = step.reminder
      alerts.push({ alertType, at, reminderSequence: sequence, scheduledAt: alertedAt })
    }
  }

  return {
    take({ scheduledAt, at, verdict, isOwn = true }: PastOccurrence): void {
      // A recovery in the same instant comes first.
      sendReminders((dueAt) => dueAt < at)
      const suppression = isSuppressedAt(at) ? 'muted' : 'none'
      const decision = decide(state, { verdict, scheduledAt, isOwn }, settings, suppression, at)
      state = decision.state
      if (decision.raise === null) return
      alertedAt = scheduledAt
      alerts.push({ alertType: decision.raise, at, reminderSequence: 0, scheduledAt })
    },
    end(): ReplayedAlert[] {
      const { until } = options
      if (until !== undefined) sendReminders((dueAt) => dueAt <= until)
      return alerts
    },
  }
}
