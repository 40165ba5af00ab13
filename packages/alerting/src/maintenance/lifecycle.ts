import { minuteMs } from '@sonde/ground/durations.ts'
import type { MaintenanceStatus } from '@sonde/schema/alerts/maintenance-window.ts'
import type { MaintenanceWindowRow } from '@sonde/store/maintenance/maintenance-windows.ts'
import type { MaintenanceRow } from '@sonde/store/maintenance/maintenances.ts'

/** A change of one maintenance, and what is said about it. */
export type MaintenanceStep = {
  before: MaintenanceRow
  after: MaintenanceRow
  description: string
  notifySubscribers: boolean
}

/** What comes by itself, in order: it begins, it ends, or after a while without a server both. */
export function automaticSteps(
  { config }: Pick<MaintenanceWindowRow, 'config'>,
  maintenance: MaintenanceRow,
  now: number,
): MaintenanceStep[] {
  const visibility = config.statusPageVisibility
  const steps: MaintenanceStep[] = []
  // It cannot have begun or ended before anybody had said so, whatever its dates are.
  const knownSince = maintenance.updatedAt ?? maintenance.createdAt
  let current = maintenance
  if (
    current.status === 'SCHEDULED' &&
    current.startsAt <= now &&
    (!visibility.enabled || visibility.autoStart)
  ) {
    const beganAt = Math.max(current.startsAt, knownSince)
    const after: MaintenanceRow = { ...current, status: 'IN_PROGRESS', beganAt, updatedAt: now }
    steps.push({
      before: current,
      after,
      description: 'The maintenance has started.',
      notifySubscribers: visibility.enabled && visibility.notifyOnStart,
    })
    current = after
  }
  if (isActive(current.status) && current.endsAt <= now && (!visibility.enabled || visibility.autoEnd)) {
    const endedAt = Math.max(current.endsAt, knownSince, current.beganAt ?? 0)
    steps.push(endStep(current, { config, endedAt, now }))
  }
  return steps
}

/** Its effects end, and its subscribers hear of it when they should. */
export function endStep(
  maintenance: MaintenanceRow,
  { config, endedAt, now }: Pick<MaintenanceWindowRow, 'config'> & { endedAt: number; now: number },
): MaintenanceStep {
  const visibility = config.statusPageVisibility
  return {
    before: maintenance,
    after: { ...maintenance, status: 'COMPLETED', endedAt, updatedAt: now },
    description: 'The maintenance is complete.',
    notifySubscribers: visibility.enabled && visibility.notifyOnEnd,
  }
}

/**
 * The reminder that is due: of several the one nearest to the start, because a server that was away sends one
 * and not all. Those that were due before anybody could know of the maintenance are not made up for.
 */
export function dueReminder(
  { config }: Pick<MaintenanceWindowRow, 'config'>,
  maintenance: MaintenanceRow,
  now: number,
): { minutes: number | null; reminded: number[] } | null {
  const { enabled, reminderMinutesBefore } = config.statusPageVisibility
  const { startsAt, status, reminded } = maintenance
  if (!enabled || status !== 'SCHEDULED' || startsAt <= now) return null
  const past = reminderMinutesBefore.filter(
    (minutes) => !reminded.includes(minutes) && startsAt - minutes * minuteMs <= now,
  )
  if (past.length === 0) return null
  const knownSince = maintenance.updatedAt ?? maintenance.createdAt
  const sendable = past.filter((minutes) => startsAt - minutes * minuteMs >= knownSince)
  return {
    minutes: sendable.length === 0 ? null : Math.min(...sendable),
    reminded: [...reminded, ...past],
  }
}

export type PostedStatus = { status: MaintenanceStatus; description: string; notifySubscribers: boolean }

/** What a person says about it becomes so; or why the status cannot be. */
export function postedStep(
  maintenance: MaintenanceRow,
  update: PostedStatus,
  now: number,
): MaintenanceStep | { refusal: string } {
  const after = afterStatus(maintenance, update.status, now)
  if ('refusal' in after) return after
  const { description, notifySubscribers } = update
  return { before: maintenance, after: { ...after, updatedAt: now }, description, notifySubscribers }
}

function afterStatus(
  maintenance: MaintenanceRow,
  status: MaintenanceStatus,
  now: number,
): MaintenanceRow | { refusal: string } {
  const { status: before, startsAt, endsAt, beganAt } = maintenance
  if (status === before) return maintenance
  if (isActive(status)) {
    if (isActive(before)) return { ...maintenance, status }
    if (endsAt <= now) {
      return { refusal: `cannot be ${status} after the end of the maintenance: set a new endsAt first` }
    }
    // Reopened, it goes on as if it had not ended; begun by hand, it starts now, early or late.
    const isReopened = before !== 'SCHEDULED' && startsAt <= now
    return {
      ...maintenance,
      status,
      startsAt: isReopened ? startsAt : now,
      beganAt: isReopened ? (beganAt ?? now) : now,
      endedAt: null,
    }
  }
  if (status === 'SCHEDULED') {
    if (startsAt <= now) {
      return { refusal: 'cannot be SCHEDULED after the start of the maintenance' }
    }
    return { ...maintenance, status, beganAt: null, endedAt: null }
  }
  if (!isActive(before)) return { ...maintenance, status }
  return { ...maintenance, status, endsAt: Math.max(now, startsAt + 1), endedAt: now }
}

export function isActive(status: MaintenanceStatus): boolean {
  return status === 'IN_PROGRESS' || status === 'VERIFYING'
}
