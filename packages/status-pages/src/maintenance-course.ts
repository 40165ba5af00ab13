import type { MaintenanceStatus } from '@sonde/schema/alerts/maintenance-window.ts'
import type { PublicMaintenance } from '@sonde/store/status-pages/public-events.ts'
import type { Interval } from './interval-union.ts'

export type MaintenanceCourse = {
  status: MaintenanceStatus
  /** When it was really active, so far; null when it was not. */
  active: Interval | null
}

/** How a maintenance stands at `now`, also when the job that begins and ends it has not come by yet. */
export function courseAt(maintenance: PublicMaintenance, now: number): MaintenanceCourse {
  const { visibility, startsAt, endsAt } = maintenance
  // It cannot have begun or ended before anybody had said so, whatever its dates are.
  const knownSince = maintenance.updatedAt ?? maintenance.createdAt
  let { status, beganAt, endedAt } = maintenance
  if (status === 'SCHEDULED' && visibility.autoStart && startsAt <= now) {
    status = 'IN_PROGRESS'
    beganAt = Math.max(startsAt, knownSince)
  }
  if (isActive(status) && visibility.autoEnd && endsAt <= now) {
    status = 'COMPLETED'
    endedAt = Math.max(endsAt, knownSince, beganAt ?? 0)
  }
  const end = isActive(status) ? now : endedAt
  return {
    status,
    active: beganAt === null || end === null ? null : { startAt: beganAt, endAt: Math.max(beganAt, end) },
  }
}

export function isActive(status: MaintenanceStatus): boolean {
  return status === 'IN_PROGRESS' || status === 'VERIFYING'
}
