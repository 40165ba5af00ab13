import { dayMs, hourMs } from '@sonde/ground/durations.ts'
import {
  type RolledUp,
  daysInFlux,
  firstRolledUpDay,
  rolledUpDays,
  rolledUpHours,
} from '@sonde/store/rollups/rolled-up-stats.ts'
import type { Db } from '@sonde/store/engine/store.ts'

export type RolledUpRange = {
  checkNos: readonly number[]
  /** Full hours. */
  from: number
  to: number
  /** Days that are computed for certain end before this moment. */
  recentAt: number
  /** Whether the stats of an hour are to come from its rollup. */
  isWanted(hour: number): boolean
  /** Whether runs of an agent and of this server at one location are told apart: a day that has both is read by hours. */
  byPlace?: boolean
  /** Whether everything from one hour to another falls into the same group. */
  isTogether(firstHour: number, lastHour: number): boolean
}

/** The rollups of a range: a day at once where that says the same as its hours, else hour by hour. */
export async function readRolledUp(db: Db, range: RolledUpRange): Promise<RolledUp[]> {
  const { checkNos, from, to, isWanted } = range
  const whole = await wholeDays(db, range)
  const [firstDay, lastDay] = [whole[0], whole.at(-1)]
  const dayRows =
    firstDay === undefined || lastDay === undefined
      ? []
      : await rolledUpDays(db, { checkNos, from: firstDay, to: lastDay + dayMs })
  const ofBoth = new Set(
    range.byPlace === true ? dayRows.filter(({ standIns }) => standIns === 'some').map(({ at }) => at) : [],
  )
  const days = whole.filter((day) => !ofBoth.has(day))
  const daySet = new Set(days)
  const rows = dayRows.filter(({ at }) => daySet.has(at))
  for (const gap of gapsBetween(days, { from, to })) {
    const hourRows = await rolledUpHours(db, { checkNos, ...gap })
    rows.push(...hourRows.filter(({ at }) => isWanted(at)))
  }
  return rows
}

/** Days of a range that say the same as their hours. */
export async function wholeDays(db: Db, range: RolledUpRange): Promise<number[]> {
  const { checkNos, from, to, recentAt, isWanted, isTogether } = range
  // From there on, and not from the beginning of a range that may be as long as anybody likes.
  const first = await firstRolledUpDay(db, { checkNos, from: Math.ceil(from / dayMs) * dayMs })
  if (first === null) return []
  const end = Math.floor(Math.min(to, recentAt) / dayMs) * dayMs
  const days: number[] = []
  for (let day = first; day < end; day += dayMs) {
    if (isTogether(day, day + dayMs - hourMs) && hoursOf(day).every(isWanted)) days.push(day)
  }
  if (days.length === 0) return []
  const inFlux = await daysInFlux(db, { checkNos, from: first, to: end })
  return days.filter((day) => !inFlux.has(day))
}

function hoursOf(day: number): number[] {
  return Array.from({ length: 24 }, (_, hour) => day + hour * hourMs)
}

/** What of a range lies in none of these days, which ascend. */
export function gapsBetween(
  days: readonly number[],
  { from, to }: { from: number; to: number },
): { from: number; to: number }[] {
  const gaps: { from: number; to: number }[] = []
  let at = from
  for (const day of days) {
    if (at < day) gaps.push({ from: at, to: day })
    at = day + dayMs
  }
  if (at < to) gaps.push({ from: at, to })
  return gaps
}
