import { dayMs } from '@sonde/ground/durations.ts'
import { isTimezone } from '../validation/timezone.ts'
import type { KumaRow } from './kuma-data.ts'
import { cutTo, jsonOf, numberOf, textOf } from './kuma-values.ts'

type Differs = (why: string) => void

export type ConvertedMaintenance =
  | { kind: 'window'; fields: Record<string, unknown> }
  | { kind: 'none'; reason: string }

/** When a maintenance happens, as a window of ours. */
export function convertMaintenance(row: KumaRow, differs: Differs): ConvertedMaintenance {
  const timezone = zoneOf(row)
  const strategy = textOf(row, 'strategy')
  const named = {
    name: cutTo(textOf(row, 'title') || 'Maintenance', 200),
    description: cutTo(textOf(row, 'description'), 2_000) || null,
    timezone,
  }
  if (strategy === 'single') {
    const startsAt = momentOf(textOf(row, 'start_date'), timezone)
    const endsAt = momentOf(textOf(row, 'end_date'), timezone)
    if (startsAt === null || endsAt === null || endsAt <= startsAt) return none('its dates cannot be read')
    return { kind: 'window', fields: { ...named, startsAt: iso(startsAt), endsAt: iso(endsAt) } }
  }
  if (strategy === 'recurring-interval') {
    return repeating(row, named, { repeatInterval: numberOf(row, 'interval_day') ?? 1, repeatUnit: 'DAY' })
  }
  if (strategy === 'recurring-weekday') {
    const days = jsonOf(row, 'weekdays')
    if (!Array.isArray(days) || days.length !== 1) {
      return none('it repeats on several days of the week: make a window for each')
    }
    differs(`repeats weekly from its first day on: look whether that is the day ${String(days[0])}`)
    return repeating(row, named, { repeatInterval: 1, repeatUnit: 'WEEK' })
  }
  return none(`its times (${strategy || 'by hand'}) cannot be told as a window that repeats`)
}

function none(reason: string): ConvertedMaintenance {
  return { kind: 'none', reason }
}

function repeating(
  row: KumaRow,
  named: { timezone: string | null } & Record<string, unknown>,
  repeat: { repeatInterval: number; repeatUnit: string },
): ConvertedMaintenance {
  const day = (textOf(row, 'start_date') || textOf(row, 'created_date')).slice(0, 10)
  const [from, to] = [timeOf(textOf(row, 'start_time')), timeOf(textOf(row, 'end_time'))]
  if (from === null || to === null) return none('its times of day cannot be read')
  const startsAt = momentOf(`${day} ${from}`, named.timezone)
  const sameDay = momentOf(`${day} ${to}`, named.timezone)
  if (startsAt === null || sameDay === null) return none('its first day cannot be read')
  // Over midnight it ends on the next day.
  const endsAt = sameDay > startsAt ? sameDay : sameDay + dayMs
  const last = textOf(row, 'end_date').slice(0, 10)
  return {
    kind: 'window',
    fields: {
      ...named,
      startsAt: iso(startsAt),
      endsAt: iso(endsAt),
      ...repeat,
      ...(last === '' ? {} : { repeatEndsAt: last }),
    },
  }
}

/** `HH:MM`, as a text or as the JSON that some versions write. */
function timeOf(text: string): string | null {
  const match = /^(\d{1,2}):(\d{2})/.exec(text)
  if (match !== null) return `${String(match[1]).padStart(2, '0')}:${match[2]}`
  const parts = jsonOf({ time: text }, 'time')
  if (typeof parts !== 'object' || parts === null || !('hours' in parts) || !('minutes' in parts)) return null
  return `${String(parts.hours).padStart(2, '0')}:${String(parts.minutes).padStart(2, '0')}`
}

/** Null for the zone of the server it came from, which the file does not tell: UTC is taken. */
function zoneOf(row: KumaRow): string | null {
  const zone = textOf(row, 'timezone')
  return zone !== '' && isTimezone(zone) ? zone : null
}

function momentOf(text: string, zone: string | null): number | null {
  const match = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2})?)/.exec(text)
  if (match === null) return null
  try {
    const local = Temporal.PlainDateTime.from(`${match[1]}T${match[2]}`)
    return local.toZonedDateTime(zone ?? 'UTC').epochMilliseconds
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
