import type { Problem, TargetVerdict } from '@sonde/schema/runs/verdict.ts'

/** Where the alerting of one check stands. Kept as JSON with the state of the check, in the same row. */
export type AlertState = {
  status: TargetVerdict
  /** Consecutive applied occurrences with this verdict. Not counted while passing. */
  streak: number
  /** When the first of them was due. */
  since: number | null
  /** Whether a problem alert was raised, and not suppressed, in this status. */
  raised: boolean
  /** The worst problem that an alert was really raised for since the last recovery. */
  open: Problem | null
  /** Channels that were sent a problem and no recovery since. */
  owed: readonly number[]
  /** When the first occurrence of the episode was due; null outside of one. */
  episodeSince: number | null
  /** When the alert was raised that reminders count from. */
  remindersFrom: number | null
  remindersSent: number
  nextReminderAt: number | null
  /** The result that reminders speak of. */
  lastProblem: AlertedResult | null
  /** The automatic incident of this episode, also when a person has closed it since. */
  autoIncidentId: string | null
  /** When the result came to an end that closed the last occurrence, since one had several runs: the mark by which a late one of them is known. */
  lastClosedAt: number | null
  /** Occurrences with several runs that have not all ended. */
  occurrences: readonly PartialOccurrence[]
}

export type AlertedResult = {
  /** Of a heartbeat: its event. */
  resultId: string
  scheduledAt: number
  startedAt: number
  responseTime: number | null
  /** Null for a heartbeat, which is nowhere. */
  location: string | null
  error: string | null
  statusCode: number | null
  /** Of types that have one; absent without a response. */
  statusText?: string
  failedLocations: readonly string[]
  /** Whether this server ran it in place of an agent of the location. */
  isStandIn?: boolean
  /** Those of the failed locations that this server stood in for. */
  failedStandIns?: readonly string[]
}

export type PartialOccurrence = {
  scheduledAt: number
  /** What the runs said so far, by origin; null: ended without a say. */
  said: Readonly<Record<string, TargetVerdict | null>>
  /** The origins whose runs this server made in place of an agent: together they are one place with one vote. */
  standIns?: readonly string[]
  /** Decided before all runs ended: what still comes changes nothing. */
  isClosed: boolean
  /** One that was due later has counted meanwhile: that this one was well in the end is old news. */
  isOvertaken?: boolean
  /** Until it is decided, the last result with each verdict: the run that decides may have none to show. */
  told?: Readonly<Partial<Record<TargetVerdict, AlertedResult>>>
}

export const initialAlertState: AlertState = {
  status: 'passed',
  streak: 0,
  since: null,
  raised: false,
  open: null,
  owed: [],
  episodeSince: null,
  remindersFrom: null,
  remindersSent: 0,
  nextReminderAt: null,
  lastProblem: null,
  autoIncidentId: null,
  lastClosedAt: null,
  occurrences: [],
}

/** Whether an alert was raised, and not held back, that the check fails, and it has not passed since. */
export function isAlerting({ status, open }: AlertState): boolean {
  return open === 'failed' && status !== 'passed'
}
