import { dayMs } from '@sonde/ground/durations.ts'

type Repeats = {
  startsAt: number
  interval: number
  unit: 'DAY' | 'WEEK' | 'MONTH'
  timezone: string
}

/** As many months as it takes until every length of month, leap years included, has come by. */
const stepsLookedAt = 48

/** The shortest time between two starts, by the calendar: an hour that a change of clocks takes does not count. */
export function shortestStepMs({ startsAt, interval, unit, timezone }: Repeats): number {
  if (unit !== 'MONTH') return interval * (unit === 'WEEK' ? 7 : 1) * dayMs
  const anchor = Temporal.Instant.fromEpochMilliseconds(startsAt).toZonedDateTimeISO(timezone).toPlainDate()
  let shortestDays = Infinity
  let before = anchor
  for (let step = 1; step <= stepsLookedAt; step += 1) {
    const next = anchor.add({ months: step * interval })
    shortestDays = Math.min(shortestDays, before.until(next).days)
    before = next
  }
  return shortestDays * dayMs
}
