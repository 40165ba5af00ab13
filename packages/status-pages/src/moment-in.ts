import { showMoment } from '@sonde/ground/shown-time.ts'

/**
 * For people: `Nov 15, 2026, 04:44 America/New_York (Nov 15, 2026, 09:44 UTC)`. By the clock of whoever planned it, and by
 * the one that every reader can work from. `timezone` is an IANA name; null: UTC alone.
 */
export function momentIn(timezone: string | null, at: number): string {
  const utc = showMoment(at)
  return timezone === null || timezone === 'UTC' ? utc : `${clockIn(timezone, at)} ${timezone} (${utc})`
}

function clockIn(timeZone: string, at: number): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
  }).format(at)
}
