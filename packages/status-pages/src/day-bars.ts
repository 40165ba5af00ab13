import { dayMs } from '@sonde/ground/durations.ts'
import type { IncidentSeverity } from '@sonde/schema/status-pages/status-page-incident.ts'
import type { Interval } from './interval-union.ts'
import { type PageState, worstOf } from './page-state.ts'
import { shownDays } from './service-uptime.ts'

/** The UTC days that are shown, today the last of them, each by its beginning. */
export function shownDaysAt(now: number): number[] {
  const today = Math.floor(now / dayMs) * dayMs
  return Array.from({ length: shownDays }, (_, index) => today - (shownDays - 1 - index) * dayMs)
}

/** For each shown day the worst incident that touched it, else maintenance, else what was `measured`. */
export function dayBars({
  measured,
  incidents,
  maintenances,
  now,
}: {
  measured: readonly PageState[]
  incidents: readonly (Interval & { severity: IncidentSeverity })[]
  maintenances: readonly Interval[]
  now: number
}): PageState[] {
  const bars = [...measured]
  const first = shownDaysAt(now)[0] ?? 0
  const mark = ({ startAt, endAt }: Interval, state: PageState) => {
    // What ends with a day does not touch the next. What has no length touches the day it is in.
    const lastMoment = Math.min(Math.max(startAt, endAt - 1), now)
    const from = Math.max(0, Math.floor((startAt - first) / dayMs))
    const to = Math.floor((lastMoment - first) / dayMs)
    for (let day = from; day <= to; day += 1) bars[day] = worstOf([state], bars[day])
  }
  for (const maintenance of maintenances) mark(maintenance, 'MAINTENANCE')
  for (const incident of incidents) mark(incident, incident.severity)
  return bars
}
