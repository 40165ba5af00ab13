import { dayMs, hourMs } from '@sonde/ground/durations.ts'
import { showResponseTime } from '@sonde/ground/shown-time.ts'

/** Numbers and times in words, as every screen writes them. */

/** `null` is unknown, and is never written as 0. */
const unknown = '–'

const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 })

export function formatCount(count: number | null | undefined): string {
  return count === null || count === undefined ? unknown : whole.format(count)
}

/** As reasons and alerts write it, measured or set as a limit: `15.3 ms`, `3 s`. */
export function formatMs(ms: number | null | undefined): string {
  return ms === null || ms === undefined ? unknown : showResponseTime(ms)
}

/** Of a time that the API gives in whole milliseconds: no digits that were not measured. */
export function formatWholeMs(ms: number | null | undefined): string {
  if (ms === 0) return '< 1 ms'
  return typeof ms === 'number' && ms < 1000 ? `${Math.round(ms)} ms` : formatMs(ms)
}

/** Cut off, never rounded up: 99.996 % is not 100 %. */
export function formatPercent(percent: number | null | undefined): string {
  if (percent === null || percent === undefined) return unknown
  return `${String(Math.floor(percent * 100 + 1e-9) / 100)} %`
}

export function formatBytes(bytes: number | null | undefined): string {
  if (bytes === null || bytes === undefined) return unknown
  if (bytes < 1024) return `${bytes} B`
  const units = ['kB', 'MB', 'GB', 'TB']
  let value = bytes / 1024
  let unit = 0
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit += 1
  }
  return `${value.toFixed(value < 10 ? 1 : 0)} ${units[unit]}`
}

const steps = [
  ['day', dayMs],
  ['hour', hourMs],
  ['minute', 60_000],
  ['second', 1000],
] as const

const short = { day: 'd', hour: 'h', minute: 'min', second: 's' } as const

/** The two largest units: `3 d 4 h`, `12 min 5 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  const parts: string[] = []
  // 28 hours but for half a second are 28 hours, as the two moments beside it say.
  const grain = ms < hourMs ? 1000 : 60_000
  let rest = Math.round(ms / grain) * grain
  for (const [name, length] of steps) {
    const count = Math.floor(rest / length)
    rest -= count * length
    if (count > 0) parts.push(`${count} ${short[name]}`)
    else if (parts.length > 0) break
    if (parts.length === 2) break
  }
  return parts.join(' ')
}

/** As a distance, which is what matters within a day; what is longer ago is found by its date. */
export function formatAgo(at: number, now: number): string {
  const distance = at - now
  if (distance <= -dayMs) {
    return formatDay(at, now)
  }
  // The time of the screen is up to ten seconds old: what has just happened is not in the future.
  if (distance > -5000 && distance < 15_000) return 'now'
  for (const [name, length] of steps) {
    const count = Math.floor(Math.abs(distance) / length)
    if (count > 0) return distance < 0 ? `${count} ${short[name]} ago` : `in ${count} ${short[name]}`
  }
  return 'now'
}

/** For how long something goes on: the largest unit, for words such as "for 3 min". */
export function formatLasting(since: number, now: number): string {
  for (const [name, length] of steps) {
    if (name === 'second') break
    if (now - since >= length) return `${Math.floor((now - since) / length)} ${short[name]}`
  }
  return '< 1 min'
}

/** In the language and the zone of the viewer; by 24 hours for everybody, as the axes of charts have no room for more. */
function timeForm(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(undefined, { ...options, hourCycle: 'h23' })
}

const day = { day: 'numeric', month: 'short' } as const
const dayAndYear = { ...day, year: 'numeric' } as const
const clock = { hour: '2-digit', minute: '2-digit' } as const
const clockWithSeconds = { ...clock, second: '2-digit' } as const

const forms = {
  day: timeForm(day),
  dayAndYear: timeForm(dayAndYear),
  short: timeForm({ ...day, ...clock }),
  shortWithYear: timeForm({ ...dayAndYear, ...clock }),
  full: timeForm({ ...dayAndYear, ...clockWithSeconds }),
  fullWithZone: timeForm({ ...dayAndYear, ...clockWithSeconds, timeZoneName: 'short' }),
  fullUtc: timeForm({ ...dayAndYear, ...clockWithSeconds, timeZone: 'UTC' }),
  minute: timeForm(clock),
  second: timeForm(clockWithSeconds),
  millisecond: timeForm({ ...clockWithSeconds, fractionalSecondDigits: 3 }),
} as const

/** `Nov 16, 2026, 02:14:05`; short `Nov 16, 02:14`, with the year where it is another than now. */
export function formatMoment(at: number, form: 'full' | 'short' = 'full', now = Date.now()): string {
  if (form === 'full') return forms.full.format(at)
  return (isSameYear(at, now) ? forms.short : forms.shortWithYear).format(at)
}

/** All that is to be known of a moment, for whoever points at it: local time with its zone, and UTC. */
export function formatFully(at: number): string {
  const [local, utc] = [forms.fullWithZone.format(at), formatUtc(at)]
  return local === utc ? utc : `${local} (${utc})`
}

/** `Nov 16, 2026, 02:14`, as the clocks of another zone show it. */
export function formatInZone(at: number, timeZone: string): string {
  return timeForm({ ...dayAndYear, ...clock, timeZone }).format(at)
}

export function formatTimeOfDay(at: number, to: 'minute' | 'second' | 'millisecond' = 'minute'): string {
  return forms[to].format(at)
}

/** `Nov 16`, with the year where it is another than now. */
export function formatDay(at: number, now: number): string {
  return (isSameYear(at, now) ? forms.day : forms.dayAndYear).format(at)
}

/** A day of the calendar (`2026-11-16`), wherever the viewer is. */
export function formatCalendarDay(date: string): string {
  return timeForm({ ...dayAndYear, timeZone: 'UTC' }).format(Date.parse(`${date}T00:00:00Z`))
}

function isSameYear(one: number, other: number): boolean {
  return new Date(one).getFullYear() === new Date(other).getFullYear()
}

/** The time for today, the date too for any other day. */
export function formatUntil(at: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString()
  return isToday ? formatTimeOfDay(at) : formatMoment(at, 'short', now)
}

/** `Nov 15, 2026, 18:04:05 UTC` */
export function formatUtc(at: number): string {
  return `${forms.fullUtc.format(at)} UTC`
}
