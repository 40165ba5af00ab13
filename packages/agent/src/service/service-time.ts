import type { Clock } from '@sonde/ground/clock.ts'
import type { Logger } from '@sonde/ground/logger.ts'

/** Clocks that differ by less are trusted as they are. */
const mostSkewMs = 30_000

/**
 * Dates what happened here in the service's time. The service's time is remembered against the monotonic
 * clock, so that neither a wrong clock nor one that jumps between two answers moves a date.
 */
export function createServiceTime({ clock, log }: { clock: Clock; log: Logger }) {
  let serviceMinusMonotonic: number | null = null
  let hasWarned = false

  return {
    note(serverTime: number): void {
      const monotonic = performance.now()
      serviceMinusMonotonic = serverTime - monotonic
      const skewMs = clock.now() - serverTime
      if (Math.abs(skewMs) <= mostSkewMs || hasWarned) return
      hasWarned = true
      log.warn(
        { skewMs },
        `the clock of this machine differs from the service's by ${Math.round(skewMs / 1000)} s; results use the service's time`,
      )
    },
    /** Now, in whole milliseconds since the epoch. */
    now(): number {
      const wall = clock.now()
      if (serviceMinusMonotonic === null) return wall
      const service = serviceMinusMonotonic + performance.now()
      return Math.abs(wall - service) > mostSkewMs ? Math.round(service) : wall
    },
  }
}

export type ServiceTime = ReturnType<typeof createServiceTime>
