import { isDeepStrictEqual } from 'node:util'
import { minuteMs } from '@sonde/ground/durations.ts'
import { type AlertType, classOf } from '@sonde/schema/alerts/alert.ts'
import type { Problem, TargetVerdict } from '@sonde/schema/runs/verdict.ts'
import { type AlertState, initialAlertState } from '@sonde/store/alerts/alert-state.ts'
import type { CompleteAlertSettings } from './effective-alert-settings.ts'
import { withoutReminders, withRemindersFrom } from './reminders.ts'

/** An alert about what a check says of its target; certificates alert on their own. */
export type CheckAlertType = Exclude<AlertType, 'ALERT_SSL'>

/** An occurrence that has closed. A verdict of null says nothing about the target. */
export type AppliedOccurrence = {
  verdict: TargetVerdict | null
  scheduledAt: number
  isOwn: boolean
}

export type Suppression = 'none' | 'muted' | 'silenced'

export type Decision = {
  state: AlertState
  raise: CheckAlertType | null
  /** The alert that would have been raised, were it not suppressed. */
  suppressed: CheckAlertType | null
  openBefore: AlertState['open']
}

const firstAlert = { degraded: 'ALERT_DEGRADED', failed: 'ALERT_FAILURE' } as const
const laterAlert = { degraded: 'ALERT_DEGRADED_REMAIN', failed: 'ALERT_FAILURE_REMAIN' } as const
const changeAlert = { degraded: 'ALERT_FAILURE_DEGRADED', failed: 'ALERT_DEGRADED_FAILURE' } as const

/**
 * The transition table: where a check stands after an occurrence, and which alert that raises. `owed` stays as
 * it is: who is sent a raised alert is decided with it, and settled afterwards.
 */
export function decide(
  state: AlertState,
  occurrence: AppliedOccurrence,
  settings: CompleteAlertSettings,
  suppression: Suppression,
  now: number,
): Decision {
  const { verdict, scheduledAt, isOwn } = occurrence
  const openBefore = state.open
  if (verdict === null || !isOwn) return { state, raise: null, suppressed: null, openBefore }
  if (verdict === 'passed') {
    const { alert, after } = recover(state, suppression)
    return { state: after, ...raisedOrNot(alert, suppression), openBefore }
  }
  const next = countIn(state, verdict, scheduledAt)
  const alert = problemAlert(state.status, verdict, next, settings, scheduledAt)
  const { raise, suppressed } = raisedOrNot(alert, suppression)
  if (raise === null) return { state: next, raise, suppressed, openBefore }
  const open = openBefore === 'failed' || classOf(raise) === 'failure' ? 'failed' : 'degraded'
  const raised: AlertState = { ...next, raised: true, open }
  return { state: withRemindersFrom(raised, settings.reminders, now), raise, suppressed, openBefore }
}

function raisedOrNot(
  alert: CheckAlertType | null,
  suppression: Suppression,
): Pick<Decision, 'raise' | 'suppressed'> {
  return suppression === 'none' ? { raise: alert, suppressed: null } : { raise: null, suppressed: alert }
}

function countIn(state: AlertState, status: Problem, scheduledAt: number): AlertState {
  const episodeSince = state.episodeSince ?? scheduledAt
  if (state.status !== status) {
    return { ...state, status, streak: 1, since: scheduledAt, raised: false, episodeSince }
  }
  // Never later than the occurrence itself: a clock that was wrong by a day, and was set back, would hold up a
  // time threshold for that day.
  const since = Math.min(state.since ?? scheduledAt, scheduledAt)
  return { ...state, streak: state.streak + 1, since, episodeSince }
}

/** Between degraded and failing every change alerts at once; thresholds only hold up the first alert. */
function problemAlert(
  before: AlertState['status'],
  status: Problem,
  state: AlertState,
  settings: CompleteAlertSettings,
  scheduledAt: number,
): CheckAlertType | null {
  if (before === 'passed') return isMet(state, settings, scheduledAt) ? firstAlert[status] : null
  if (before !== status) return changeAlert[status]
  return !state.raised && isMet(state, settings, scheduledAt) ? laterAlert[status] : null
}

/** Judged by when occurrences were due, so that a slow or quick run moves no alert. */
function isMet({ streak, since }: AlertState, settings: CompleteAlertSettings, scheduledAt: number): boolean {
  if (settings.escalationType === 'RUN_BASED') return streak >= settings.failedRunThreshold
  return scheduledAt - (since ?? scheduledAt) >= settings.minutesFailingThreshold * minuteMs
}

function recover(
  state: AlertState,
  suppression: Suppression,
): { alert: CheckAlertType | null; after: AlertState } {
  const { owed, autoIncidentId, lastClosedAt, occurrences } = state
  const cleared = { ...initialAlertState, autoIncidentId, lastClosedAt, occurrences }
  if (state.open === null) return { alert: null, after: cleared }
  // While passing it is a recovery that was suppressed, or not seen because the check was off.
  const wasFailing = state.status === 'passed' ? state.open === 'failed' : state.status === 'failed'
  const alert = wasFailing ? 'ALERT_RECOVERY' : 'ALERT_DEGRADED_RECOVERY'
  const after = suppression === 'none' ? { ...cleared, owed } : passingState(state)
  return { alert, after }
}

/** Passing, with what is still owed for the episode. */
function passingState(state: AlertState): AlertState {
  return withoutReminders({ ...state, status: 'passed', streak: 0, since: null, raised: false })
}

/** Nothing is sent when a check is switched off: that its target recovered is not known. */
export function deactivatedState(state: AlertState): AlertState {
  return { ...passingState(state), occurrences: [] }
}

/** Whether nothing is worth keeping: the state of a check that is well. */
export function isTrivial(state: AlertState): boolean {
  return isDeepStrictEqual(state, initialAlertState)
}
