import { dayMs } from '@sonde/ground/durations.ts'
import type { Maintenance, MaintenanceWindow } from '../resources/maintenance-windows.ts'
import type { EntryStatus } from './maintenance-words.ts'
import { plannedFrom, type Occurrence, type Plan } from './planned-occurrences.ts'

export type CalendarEntry = {
  windowId: number
  /** Null: not made yet, only planned. */
  maintenanceId: string | null
  name: string
  startsAt: number
  endsAt: number
  status: EntryStatus
}

/**
 * What is to happen next, or happens now. `entries` are those from now on, once they are known: an occurrence may have
 * been moved, begun early or been cancelled.
 */
export function nextOf(
  window: Pick<MaintenanceWindow, 'id'> & Plan,
  entries: readonly CalendarEntry[] | undefined,
  { now, toAt }: { now: number; toAt: number },
): Occurrence | undefined {
  const own = entries?.filter(({ windowId }) => windowId === window.id) ?? []
  const open = own.find(({ status }) => status !== 'COMPLETED' && status !== 'CANCELLED')
  if (open !== undefined) return open
  const [planned] = plannedFrom(window, own.length === 0 ? now : toAt)
  return planned
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
