import type { CheckDay } from '../../resources/check-charts.ts'

const daysPerWeek = 7

/** Monday is 0, as weeks are drawn. `date` is of the calendar of the viewer, without a time. */
function weekdayOf(date: string): number {
  return (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % daysPerWeek
}

/** Weeks from Monday to Sunday, oldest first; null before the first day and after today. */
export function weeksOf<Day extends { date: string }>(days: readonly Day[]): (Day | null)[][] {
  const [first] = days
  if (first === undefined) return []
  const cells: (Day | null)[] = [...Array.from({ length: weekdayOf(first.date) }, () => null), ...days]
  while (cells.length % daysPerWeek !== 0) cells.push(null)
  return Array.from({ length: cells.length / daysPerWeek }, (_, week) =>
    cells.slice(week * daysPerWeek, (week + 1) * daysPerWeek),
  )
}

/** How many days to ask for, so that the calendar begins with a Monday and has so many weeks. */
export function daysForWeeks(weeks: number, today: Date): number {
  return (weeks - 1) * daysPerWeek + ((today.getDay() + 6) % daysPerWeek) + 1
}

export type DayState = 'unseen' | 'perfect' | 'some-failed' | 'bad'

/** Below this, a day was a bad one and not one with a single failure. */
const badBelowPercent = 99

/** Nothing that nobody saw is green. */
export function stateOfDay({ availability }: Pick<CheckDay, 'availability'>): DayState {
  if (availability === null) return 'unseen'
  if (availability === 100) return 'perfect'
  return availability < badBelowPercent ? 'bad' : 'some-failed'
}

/** Where the keys lead: up and down by a day, left and right by a week, within the days that there are. */
export function moveDay(index: number, key: string, length: number): number | null {
  const step = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -daysPerWeek, ArrowRight: daysPerWeek }[key]
  if (key === 'Home') return 0
  if (key === 'End') return length - 1
  if (step === undefined) return null
  const next = index + step
  return next < 0 || next >= length ? index : next
}
