import { dayMs } from '@sonde/ground/durations.ts'
import type { Maintenance, MaintenanceWindow } from '../resources/maintenance-windows.ts'
import type { EntryStatus } from './maintenance-words.ts'
import { plannedFrom } from './planned-occurrences.ts'

export type CalendarEntry = {
  windowId: number
  /** Null: not made yet, only planned. */
  maintenanceId: string | null
  name: string
  startsAt: number
  endsAt: number
  status: EntryStatus
}

/** The server makes the next occurrence, and those that begin within so long. */
const madeAheadMs = 8 * dayMs

/**
 * What a window does within a span: the occurrences that the server has made, which may have been moved or cancelled,
 * and after those the planned ones.
 */
export function entriesOf(
  window: MaintenanceWindow,
  occurrences: readonly Maintenance[],
  { fromAt, toAt, now }: { fromAt: number; toAt: number; now: number },
): CalendarEntry[] {
  const { id: windowId, name } = window
  const entries: CalendarEntry[] = occurrences.map(({ id, startsAt, endsAt, status }) => ({
    windowId,
    maintenanceId: id,
    name,
    startsAt: Date.parse(startsAt),
    endsAt: Date.parse(endsAt),
    status,
  }))
  let isNext = true
  for (const { startsAt, endsAt } of plannedFrom(window, now)) {
    if (startsAt >= toAt) break
    if (startsAt <= now) continue
    // The next one has been made: where it is missing, somebody has left it out or moved it.
    if (!isNext && startsAt > now + madeAheadMs) {
      entries.push({ windowId, maintenanceId: null, name, startsAt, endsAt, status: 'PLANNED' })
    }
    isNext = false
  }
  return entries
    .filter(({ startsAt, endsAt }) => startsAt < toAt && endsAt > fromAt)
    .toSorted((left, right) => left.startsAt - right.startsAt)
}
