import { dayMs } from '@sonde/ground/durations.ts'
/** Date and time on a wall clock. `month` is 1 to 12. */
export type WallTime = {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (format === undefined) {
    const digits = {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    } as const
    format = new Intl.DateTimeFormat('en-US', {
      ...digits,
      second: 'numeric',
      hourCycle: 'h23',
      timeZone: zone,
      calendar: 'gregory',
    })
    formats.set(zone, format)
  }
  return format
}

/** What the clocks of a zone show at a moment. */
export function wallTimeAt(at: number, zone: string): WallTime {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
  }
}

/** The same figures read as UTC: a number that can be compared and counted with. */
export function utcOf({ year, month, day, hour, minute, second }: WallTime): number {
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

function offsetAt(at: number, zone: string): number {
  return utcOf(wallTimeAt(at, zone)) - Math.floor(at / 1000) * 1000
}

/**
 * The moment at which the clocks of a zone show this time. An hour that does not exist moves by the gap, and of one that
 * comes twice the first is meant: as the server counts.
 */
export function momentOf(wall: WallTime, zone: string): number {
  const asUtc = utcOf(wall)
  const before = asUtc - offsetAt(asUtc - dayMs, zone)
  const after = asUtc - offsetAt(asUtc + dayMs, zone)
  const fitting = [before, after].filter((at) => utcOf(wallTimeAt(at, zone)) === asUtc)
  return fitting.length > 0 ? Math.min(...fitting) : before
}

const inputForm = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2}))?/

/** What an input of type `datetime-local` holds. */
export function toInput(at: number, zone: string): string {
  const { year, month, day, hour, minute } = wallTimeAt(at, zone)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`
}

/** Null for what is no full date and time yet. */
export function fromInput(text: string, zone: string): number | null {
  const [, ...parts] = inputForm.exec(text) ?? []
  if (parts.length === 0) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map((part) =>
    Number(part ?? 0),
  )
  return momentOf({ year, month, day, hour, minute, second }, zone)
}

export function viewerZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Whether the browser knows a zone of this name. */
export function isKnownZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
