/**
 * For people: `2026-11-15 04:44 America/New_York (2026-11-15 09:44 UTC)`. By the clock of whoever planned it, and by the
 * one that every reader can work from. `timezone` is an IANA name; null: UTC alone.
 */
export function momentIn(timezone: string | null, at: number): string {
  const utc = `${clockIn('UTC', at)} UTC`
  return timezone === null || timezone === 'UTC' ? utc : `${clockIn(timezone, at)} ${timezone} (${utc})`
}

function clockIn(timeZone: string, at: number): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    calendar: 'iso8601',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}`
}
