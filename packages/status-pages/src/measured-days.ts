import { dayMs } from '@sonde/ground/durations.ts'
import type { Interval } from './interval-union.ts'
import type { PageState } from './page-state.ts'
import { serviceUptime, type Uptime } from './service-uptime.ts'

/** What the checks of a service said on one UTC day. */
export type MeasuredDay = { runs: number; failed: number; degraded: number }

/** From so many failing runs in a hundred on, a day is called one of an outage, and no more one with failures. */
const outageShare = 0.05

/** A day on which nothing ran is one that nobody saw. */
export function stateOfDay({ runs, failed, degraded }: MeasuredDay): PageState {
  if (runs === 0) return 'NO_DATA'
  if (failed >= runs * outageShare) return 'MAJOR'
  if (failed > 0) return 'MEDIUM'
  return degraded >= runs * outageShare ? 'MINOR' : 'OPERATIONAL'
}

/** The states of the shown days, and the share of runs that did not fail, of the days on which there were any. */
export function measureDays(
  byDay: ReadonlyMap<number, MeasuredDay>,
  { dayStarts, existsSince }: { dayStarts: readonly number[]; existsSince: number },
): { days: PageState[]; uptime: Uptime | null } {
  const nothing = { runs: 0, failed: 0, degraded: 0 }
  const measured = dayStarts.map((day) =>
    day + dayMs <= existsSince ? nothing : (byDay.get(day) ?? nothing),
  )
  const runs = measured.reduce((sum, day) => sum + day.runs, 0)
  const failed = measured.reduce((sum, day) => sum + day.failed, 0)
  return {
    days: measured.map(stateOfDay),
    uptime:
      runs === 0
        ? null
        : { up: runs - failed, of: runs, days: measured.filter((day) => day.runs > 0).length },
  }
}

/** What is known of the days of a service without the incidents that touched them. `byDay`: null where it follows nothing. */
export function knownDays(
  byDay: ReadonlyMap<number, MeasuredDay> | null,
  {
    dayStarts,
    existsSince,
    isWatched,
    incidents,
    maintenances,
    now,
  }: {
    dayStarts: readonly number[]
    existsSince: number
    /** Whether checks open incidents on it. */
    isWatched: boolean
    incidents: readonly Interval[]
    maintenances: readonly Interval[]
    now: number
  },
): { days: PageState[]; uptime: Uptime | null } {
  if (byDay !== null) return measureDays(byDay, { dayStarts, existsSince })
  // Nobody looked on the days of a service that nothing watches, whoever reports its incidents.
  if (!isWatched) return { days: dayStarts.map(() => 'NO_DATA'), uptime: null }
  return {
    days: dayStarts.map((day) => (day + dayMs > existsSince ? 'OPERATIONAL' : 'NO_DATA')),
    uptime: serviceUptime({ incidents, maintenances, existsSince, now }),
  }
}
