import { dayMs, hourMs } from '@sonde/ground/durations.ts'
import type { QuickRange } from '@sonde/schema/analytics/analytics.ts'
import { beginningOf, dateAt, firstDateOf } from './calendar-date.ts'

/** From inclusive, to exclusive. */
export type TimeWindow = { from: number; to: number }

/** What a named range means at this moment: weeks, from Monday, and months are those of the calendar of the place. */
export function windowOf(range: QuickRange, now: number, timezone = 'UTC'): TimeWindow {
  const week = firstDateOf(dateAt(now, timezone), 'week')
  const month = firstDateOf(dateAt(now, timezone), 'month')
  const begin = (date: Temporal.PlainDate) => beginningOf(date, timezone)
  switch (range) {
    case 'last24Hours':
      return { from: now - dayMs, to: now }
    case 'last7Days':
      return { from: now - 7 * dayMs, to: now }
    case 'last30Days':
      return { from: now - 30 * dayMs, to: now }
    case 'thisWeek':
      return { from: begin(week), to: now }
    case 'lastWeek':
      return { from: begin(week.subtract({ weeks: 1 })), to: begin(week) }
    case 'thisMonth':
      return { from: begin(month), to: now }
    case 'lastMonth':
      return { from: begin(month.subtract({ months: 1 })), to: begin(month) }
    default:
      return range satisfies never
  }
}

/**
 * The part of a window of which anything can be stored: whoever asks for all time must not make anybody walk
 * through it. An hour ahead is for the clocks of servers that are not quite the same.
 */
export function storedPart(
  { from, to }: TimeWindow,
  retention: { now: number; rawRetentionDays: number; rollupRetentionDays: number },
): TimeWindow {
  const keptDays = Math.max(retention.rawRetentionDays, retention.rollupRetentionDays)
  return { from: Math.max(from, retention.now - keptDays * dayMs), to: Math.min(to, retention.now + hourMs) }
}

/** What a query asks for: either end overrides the named range, and fixes the other unless that is given too. */
export function chooseWindow(
  query: { from?: number | undefined; to?: number | undefined; quickRange: QuickRange },
  now: number,
  timezone = 'UTC',
): TimeWindow {
  if (query.from === undefined && query.to === undefined) return windowOf(query.quickRange, now, timezone)
  const to = query.to ?? now
  return { from: query.from ?? to - dayMs, to }
}
