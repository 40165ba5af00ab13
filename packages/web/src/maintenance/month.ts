/** A month of the calendar, in the zone of the viewer. `month` is 0 to 11. */
export type Month = { year: number; month: number }

function monthOf(at: number): Month {
  const date = new Date(at)
  return { year: date.getFullYear(), month: date.getMonth() }
}

export function readMonth(text: string | undefined, now: number): Month {
  const [year, month] = (text ?? '').split('-').map(Number)
  return year === undefined || month === undefined ? monthOf(now) : { year, month: month - 1 }
}

export function writeMonth({ year, month }: Month): string {
  return `${String(year).padStart(4, '0')}-${String(month + 1).padStart(2, '0')}`
}

export function stepMonth({ year, month }: Month, by: number): Month {
  const months = year * 12 + month + by
  return { year: Math.floor(months / 12), month: ((months % 12) + 12) % 12 }
}

export type Day = { startsAt: number; endsAt: number; isInMonth: boolean }

/** The weeks that a month touches, from Monday, with the days around it that fill them up. */
export function weeksOf({ year, month }: Month): Day[][] {
  const weekday = (new Date(year, month, 1).getDay() + 6) % 7
  const weeks: Day[][] = []
  for (let first = 1 - weekday; new Date(year, month, first) <= new Date(year, month + 1, 0); first += 7) {
    weeks.push(
      Array.from({ length: 7 }, (_none, index) => {
        const day = new Date(year, month, first + index)
        const next = new Date(year, month, first + index + 1)
        return { startsAt: day.getTime(), endsAt: next.getTime(), isInMonth: day.getMonth() === month }
      }),
    )
  }
  return weeks
}

/** From the first to the last day on the sheet of a month. */
export function sheetOf(weeks: readonly (readonly Day[])[]): { fromAt: number; toAt: number } {
  return { fromAt: weeks[0]?.[0]?.startsAt ?? 0, toAt: weeks.at(-1)?.at(-1)?.endsAt ?? 0 }
}
