import { invert } from '@sonde/ground/invert.ts'
import type { Problem, RunEnd, TargetVerdict } from '@sonde/schema/runs/verdict.ts'

/**
 * How the database says it, in columns and in the JSON of some. It was written by every version since the first:
 * nothing here ever changes its meaning.
 */

/** In results and live changes, by its position: append only. */
const numbered = [
  'passed',
  'degraded',
  'failed',
  'withheld',
  'cancelled',
] as const satisfies readonly RunEnd[]

/** In sessions and trial runs. */
const ends = {
  passed: 'passed',
  degraded: 'degraded',
  failed: 'failed',
  withheld: 'error',
  cancelled: 'cancelled',
} as const satisfies Readonly<Record<RunEnd, string>>

/** In checks and in their states. */
const statuses = {
  passed: 'passing',
  degraded: 'degraded',
  failed: 'failing',
} as const satisfies Readonly<Record<TargetVerdict, string>>

/** In the states of alerting: what the last occurrence said. */
const alertStatuses = {
  passed: 'PASSING',
  degraded: 'DEGRADED',
  failed: 'FAILING',
} as const satisfies Readonly<Record<TargetVerdict, string>>

/** In the states of alerting: the worst alert that is open. */
const openAlerts = {
  none: 'NONE',
  degraded: 'DEGRADED',
  failed: 'FAILURE',
} as const satisfies Readonly<Record<Problem | 'none', string>>

const endsBack = invert(ends)
const statusesBack = invert(statuses)
const alertStatusesBack = invert(alertStatuses)
const openAlertsBack = invert(openAlerts)

export type StoredEnd = keyof typeof endsBack
export type StoredStatus = keyof typeof statusesBack
export type StoredAlertStatus = keyof typeof alertStatusesBack
export type StoredOpenAlert = keyof typeof openAlertsBack

export function endNumber(end: RunEnd): number {
  return numbered.indexOf(end)
}

/** A number that this version does not know says nothing about the target. */
export function endOfNumber(number: number): RunEnd {
  return numbered[number] ?? 'withheld'
}

export function storedEnd(end: RunEnd): StoredEnd {
  return ends[end]
}

export function endOf(stored: StoredEnd): RunEnd {
  return endsBack[stored]
}

export function storedStatus(status: TargetVerdict): StoredStatus
export function storedStatus(status: TargetVerdict | null): StoredStatus | null
export function storedStatus(status: TargetVerdict | null): StoredStatus | null {
  return status === null ? null : statuses[status]
}

export function statusOf(stored: StoredStatus): TargetVerdict
export function statusOf(stored: StoredStatus | null): TargetVerdict | null
export function statusOf(stored: StoredStatus | null): TargetVerdict | null {
  return stored === null ? null : statusesBack[stored]
}

export function storedAlertStatus(status: TargetVerdict): StoredAlertStatus {
  return alertStatuses[status]
}

export function alertStatusOf(stored: StoredAlertStatus): TargetVerdict {
  return alertStatusesBack[stored]
}

export function storedOpenAlert(open: Problem | null): StoredOpenAlert {
  return openAlerts[open ?? 'none']
}

export function openAlertOf(stored: StoredOpenAlert): Problem | null {
  const open = openAlertsBack[stored]
  return open === 'none' ? null : open
}
