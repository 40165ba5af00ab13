import { dayMs } from '@sonde/ground/durations.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import {
  maintenanceKey,
  readOccurrences,
  readWindows,
  type Maintenance,
  type MaintenanceWindow,
} from '../resources/maintenance-windows.ts'
import { entriesOf, type CalendarEntry } from './calendar-entries.ts'
import { plannedFrom } from './planned-occurrences.ts'

/** So many windows are drawn; the list has the others. */
const mostWindows = 100
const mostPages = 5
const atOnce = 4
/** How far somebody is likely to have moved an occurrence. */
const movedMs = 31 * dayMs

export type Calendar = {
  entries: CalendarEntry[]
  /** How many older windows are not drawn. */
  omittedCount: number
}

type Span = { fromAt: number; toAt: number }

/** Everything that happens within a span, of all windows. */
export function calendarQuery(api: Api, { fromAt, toAt }: Span) {
  return queryOptions({
    queryKey: [api.accountId, ...maintenanceKey, 'calendar', fromAt, toAt],
    queryFn: async ({ signal }): Promise<Calendar> => {
      const query = { limit: mostWindows, 'startsAt[lt]': new Date(toAt + movedMs).toISOString() }
      const { items, total } = await readWindows(api, query, signal)
      const now = Date.now()
      const near = items.filter((window) => comesNear(window, { fromAt, toAt }))
      const entries: CalendarEntry[] = []
      for (let first = 0; first < near.length; first += atOnce) {
        const some = near.slice(first, first + atOnce)
        const occurrences = await Promise.all(
          some.map(({ id }) => readOccurrenceList(api, id, fromAt, signal)),
        )
        for (const [index, window] of some.entries()) {
          entries.push(...entriesOf(window, occurrences[index] ?? [], { fromAt, toAt, now }))
        }
      }
      entries.sort((left, right) => left.startsAt - right.startsAt)
      return { entries, omittedCount: Math.max(0, (total ?? 0) - items.length) }
    },
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
}

function comesNear(window: MaintenanceWindow, { fromAt, toAt }: Span): boolean {
  const [first] = plannedFrom(window, fromAt - movedMs)
  return first !== undefined && first.startsAt < toAt + movedMs
}

/** Latest first, page by page, until they lie before the span. */
async function readOccurrenceList(
  api: Api,
  windowId: number,
  fromAt: number,
  signal: AbortSignal,
): Promise<Maintenance[]> {
  const occurrences: Maintenance[] = []
  for (let page = 1; page <= mostPages; page += 1) {
    const query = { limit: 50, page }
    const { items, total } = await readOccurrences(api, windowId, query, signal)
    occurrences.push(...items)
    const last = items.at(-1)
    if (last === undefined || occurrences.length >= (total ?? 0) || Date.parse(last.endsAt) < fromAt) break
  }
  return occurrences
}
