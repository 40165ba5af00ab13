import { isPaused, type MaintenanceSubject, silencesOf } from '@sonde/alerting/maintenance/scope.ts'
import type { CheckMaintenance } from '@sonde/schema/checks/check-overview.ts'
import { type ActiveMaintenance, noKnownEnd } from '@sonde/store/maintenance/maintenances.ts'

/** What keeps a check silent or paused now, and ends last. */
export function maintenanceOf(
  active: readonly ActiveMaintenance[],
  subject: MaintenanceSubject & { at: number },
): CheckMaintenance | null {
  const inForce = active
    .map((maintenance) => ({
      maintenance,
      silences: silencesOf([maintenance], subject).length > 0,
      pauses: isPaused([maintenance], subject),
    }))
    .filter(({ silences, pauses }) => silences || pauses)
  const last = inForce.toSorted((left, right) => right.maintenance.endsAt - left.maintenance.endsAt)[0]
  if (last === undefined) return null
  const { name, endsAt } = last.maintenance
  return {
    name,
    endsAt: endsAt === noKnownEnd ? null : new Date(endsAt).toISOString(),
    // What ends earlier acts until then, too.
    silences: inForce.some(({ silences }) => silences),
    pauses: inForce.some(({ pauses }) => pauses),
  }
}
