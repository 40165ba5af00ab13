const firstHour = 9

/** Nine o'clock of the next day, by the clock of the viewer. */
export function tomorrowMorning(now: number): number {
  const date = new Date(now)
  date.setDate(date.getDate() + 1)
  date.setHours(firstHour, 0, 0, 0)
  return date.getTime()
}
