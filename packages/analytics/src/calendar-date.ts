export type CalendarUnit = 'day' | 'week' | 'month'

/** The date that it is at this moment in this place. */
export function dateAt(at: number, timezone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone).toPlainDate()
}

/** The first date of the day, week (from Monday) or month that a date belongs to. */
export function firstDateOf(date: Temporal.PlainDate, unit: CalendarUnit): Temporal.PlainDate {
  switch (unit) {
    case 'day':
      return date
    case 'week':
      return date.subtract({ days: date.dayOfWeek - 1 })
    case 'month':
      return date.with({ day: 1 })
    default:
      return unit satisfies never
  }
}

/** When a date begins in this place: at midnight, or at 01:00 where the clocks skip midnight. */
export function beginningOf(date: Temporal.PlainDate, timezone: string): number {
  return date.toZonedDateTime({ timeZone: timezone }).epochMilliseconds
}
