import { dayMs } from '@sonde/ground/durations.ts'
import type { RepeatUnit } from '../resources/maintenance-windows.ts'
import { momentOf, utcOf, wallTimeAt, type WallTime } from './zoned-time.ts'

/** What the occurrences of a window follow from, as the API writes it. */
export type Plan = {
  startsAt: string
  endsAt: string
  repeatInterval: number | null
  repeatUnit: RepeatUnit | null
  repeatEndsAt: string | null
  timezone: string | null
}

export type Occurrence = { startsAt: number; endsAt: number }

const unitMs: Readonly<Record<RepeatUnit, number>> = { DAY: dayMs, WEEK: 7 * dayMs, MONTH: 31 * dayMs }
const latestYear = 9999

/** The occurrences that end after `fromAt`, in order; the server makes the real ones only about a week ahead. */
export function* plannedFrom(plan: Plan, fromAt: number): Generator<Occurrence, void> {
  for (let index = firstIndex(plan, fromAt); ; index += 1) {
    const startsAt = startOf(plan, index)
    if (startsAt === null) return
    const endsAt = startsAt + Date.parse(plan.endsAt) - Date.parse(plan.startsAt)
    const next = startOf(plan, index + 1)
    const occurrence = { startsAt, endsAt: next === null ? endsAt : Math.min(endsAt, next) }
    if (occurrence.endsAt > Math.max(fromAt, startsAt)) yield occurrence
  }
}

/** An index that is not too late; months are the longest that one can be. */
function firstIndex({ startsAt, endsAt, repeatInterval, repeatUnit }: Plan, fromAt: number): number {
  if (repeatInterval === null || repeatUnit === null) return 0
  const elapsedMs = fromAt - Date.parse(endsAt)
  const steps = Math.floor(elapsedMs / (repeatInterval * unitMs[repeatUnit])) - 1
  return Date.parse(startsAt) >= fromAt ? 0 : Math.max(0, steps)
}

/** Counted from the first start each time: a month that was too short must not shorten those that follow. */
function startOf(plan: Plan, index: number): number | null {
  const { repeatInterval, repeatUnit, repeatEndsAt, timezone } = plan
  const first = Date.parse(plan.startsAt)
  if (index === 0) return first
  if (repeatInterval === null || repeatUnit === null) return null
  const zone = timezone ?? 'UTC'
  const wall = addUnits(wallTimeAt(first, zone), index * repeatInterval, repeatUnit)
  if (wall.year > latestYear) return null
  const isAfterEnd = repeatEndsAt !== null && dayOf(wall) > dayOf(wallTimeAt(Date.parse(repeatEndsAt), zone))
  return isAfterEnd ? null : momentOf(wall, zone)
}

function addUnits(wall: WallTime, count: number, unit: RepeatUnit): WallTime {
  if (unit !== 'MONTH') {
    const shiftedDay = new Date(dayOf(wall) + count * unitMs[unit])
    const [year, month, day] = [
      shiftedDay.getUTCFullYear(),
      shiftedDay.getUTCMonth() + 1,
      shiftedDay.getUTCDate(),
    ]
    return { ...wall, year, month, day }
  }
  const months = wall.year * 12 + wall.month - 1 + count
  const [year, month] = [Math.floor(months / 12), (months % 12) + 1]
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return { ...wall, year, month, day: Math.min(wall.day, lastDay) }
}

function dayOf(wall: WallTime): number {
  return utcOf({ ...wall, hour: 0, minute: 0, second: 0 })
}
