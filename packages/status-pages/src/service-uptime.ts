import { dayMs } from '@sonde/ground/durations.ts'
import { type Interval, clipTo, lengthWithout } from './interval-union.ts'

export const shownDays = 90
const windowMs = shownDays * dayMs

/** A part of a time, both in whole milliseconds: means stay exact until they are shown. */
export type Uptime = { upMs: number; ofMs: number }

/** Of the 90 days before `now`. Incidents count wherever no published maintenance covers them. */
export function serviceUptime({
  incidents,
  maintenances,
  now,
}: {
  incidents: readonly Interval[]
  maintenances: readonly Interval[]
  now: number
}): Uptime {
  const window = { startAt: now - windowMs, endAt: now }
  const downMs = lengthWithout(clipTo(window, incidents), maintenances)
  return { upMs: windowMs - downMs, ofMs: windowMs }
}

/** Null for a card without services. */
export function meanUptime(uptimes: readonly Uptime[]): Uptime | null {
  if (uptimes.length === 0) return null
  const sum = { upMs: 0, ofMs: 0 }
  for (const { upMs, ofMs } of uptimes) {
    sum.upMs += upMs
    sum.ofMs += ofMs
  }
  return sum
}

/** Per cent with two decimals, half up; what was not up all the time is never called 100.00. */
export function shownUptime({ upMs, ofMs }: Uptime): string {
  const [up, of] = [BigInt(upMs), BigInt(ofMs)]
  const rounded = Number((20_000n * up + of) / (2n * of))
  const hundredths = upMs < ofMs ? Math.min(rounded, 9_999) : rounded
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`
}
