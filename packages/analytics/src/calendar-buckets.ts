import type { Granularity } from '@sonde/schema/reporting.ts'
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
  const first = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timezone).toPlainDate()
  let date = firstDateOf(first, granularity)
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

function firstDateOf(date: Temporal.PlainDate, granularity: Granularity): Temporal.PlainDate {
  switch (granularity) {
    case 'day':
      return date
    case 'week':
      return date.subtract({ days: date.dayOfWeek - 1 })
    case 'month':
      return date.with({ day: 1 })
    default:
      return granularity satisfies never
  }
}

function beginningOf(date: Temporal.PlainDate, timezone: string): number {
  return date.toZonedDateTime({ timeZone: timezone }).epochMilliseconds
}
