import { formatDay, formatTimeOfDay } from '../../parts/format.ts'

/**
 * A time on the axis. `stepSeconds` is how far apart the labels are: those within a minute say the second, days need no
 * clock, and a new day says which.
 */
export function tickLabel(at: number, stepSeconds: number): string {
  const date = new Date(at)
  if (stepSeconds < 60) return formatTimeOfDay(at, 'second')
  const isMidnight = date.getHours() === 0 && date.getMinutes() === 0
  // There is no room for a year.
  return stepSeconds >= 86_400 || isMidnight ? formatDay(at, at) : formatTimeOfDay(at)
}
