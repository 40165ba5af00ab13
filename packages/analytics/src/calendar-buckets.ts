import type { Granularity } from '@sonde/schema/analytics/reporting.ts'
import { beginningOf, dateAt, firstDateOf } from './calendar-date.ts'
import type { TimeWindow } from './time-window.ts'

const steps = { day: { days: 1 }, week: { weeks: 1 }, month: { months: 1 } } as const

/**
 * The days, weeks (from Monday) or months of a place that a window touches, the first and the last cut to it;
 * null when there are more than so many. Midnight is where the calendar of the place puts it: a day of 23 or 25
 * hours is one day, and one that begins at 01:00, because there is no midnight, begins there.
 */
export function calendarBuckets(
  { from, to }: TimeWindow,
  { granularity, timezone, most }: { granularity: Granularity; timezone: string; most: number },
): TimeWindow[] | null {
  let date = firstDateOf(dateAt(from, timezone), granularity)
  const buckets: TimeWindow[] = []
  let start = beginningOf(date, timezone)
  while (start < to) {
    date = date.add(steps[granularity])
    const end = beginningOf(date, timezone)
    // A place that skips a whole day, to lie on the other side of the date line, has none of it.
    if (end > from && end > start) {
      if (buckets.length === most) return null
      buckets.push({ from: Math.max(start, from), to: Math.min(end, to) })
    }
    start = end
  }
  return buckets
}
