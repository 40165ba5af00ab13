import { dayMs } from '@sonde/ground/durations.ts'
import type { PublicMaintenance, PublicMark } from '@sonde/store/status-pages/public-events.ts'

/**
 * When a page changes next although nobody writes anything: a day ends, an update becomes public, a maintenance
 * begins or ends.
 */
export function nextChangeAfter(
  now: number,
  {
    marks,
    maintenances,
  }: {
    marks: readonly Pick<PublicMark, 'publicAt'>[]
    maintenances: readonly Pick<PublicMaintenance, 'startsAt' | 'endsAt'>[]
  },
): number {
  let next = (Math.floor(now / dayMs) + 1) * dayMs
  const consider = (at: number) => {
    if (at > now && at < next) next = at
  }
  for (const { publicAt } of marks) consider(publicAt)
  for (const { startsAt, endsAt } of maintenances) {
    consider(startsAt)
    consider(endsAt)
  }
  return next
}
