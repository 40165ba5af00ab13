import { dayMs } from '@sonde/ground/durations.ts'
import { type Interval, clipTo, lengthWithout } from './interval-union.ts'

export const shownDays = 90
const windowMs = shownDays * dayMs

/**
 * A part of a whole: of the runs of checks, or of a time in milliseconds. Exact until it is shown. `days`: on how many
 * of the days that are shown any of it was seen.
 */
export type Uptime = { up: number; of: number; days: number }

/**
 * By its incidents, of the 90 days before `now`, as far as the service existed. Incidents count wherever no published
 * maintenance covers them. Null for what has just begun to exist.
 */
export function serviceUptime({
  incidents,
  maintenances,
  existsSince,
  now,
}: {
  incidents: readonly Interval[]
  maintenances: readonly Interval[]
  existsSince: number
  now: number
}): Uptime | null {
  const startAt = Math.max(now - windowMs, existsSince)
  const of = now - startAt
  if (of <= 0) return null
  const down = lengthWithout(clipTo({ startAt, endAt: now }, incidents), maintenances)
  return { up: of - down, of, days: Math.ceil(of / dayMs) }
}

/** A fraction of whole numbers, as large as they get. */
export type Share = { up: bigint; of: bigint }

/** The plain mean of what was not rounded; null for a card of whose services nothing is known. */
export function meanUptime(uptimes: readonly (Uptime | null)[]): Share | null {
  const sums = new Map<number, { up: bigint; count: number }>()
  for (const uptime of uptimes) {
    if (uptime === null) continue
    const sum = sums.get(uptime.of) ?? { up: 0n, count: 0 }
    sums.set(uptime.of, { up: sum.up + BigInt(uptime.up), count: sum.count + 1 })
  }
  let total: Share | null = null
  let count = 0n
  for (const [of, sum] of sums) {
    const added: Share = { up: sum.up, of: BigInt(of) }
    total =
      total === null ? added : { up: total.up * added.of + added.up * total.of, of: total.of * added.of }
    count += BigInt(sum.count)
  }
  return total === null ? null : { up: total.up, of: total.of * count }
}

/** Per cent with two decimals, half up; what was not up all the time is never called 100.00. */
export function shownUptime(uptime: Uptime | Share): string {
  const [up, of] = [BigInt(uptime.up), BigInt(uptime.of)]
  const rounded = Number((20_000n * up + of) / (2n * of))
  const hundredths = up < of ? Math.min(rounded, 9_999) : rounded
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`
}
