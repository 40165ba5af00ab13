const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const seconds = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
const day = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' })

/**
 * A time on the axis. `stepSeconds` is how far apart the labels are: those within a minute say the second, days need no
 * clock, and a new day says which.
 */
export function tickLabel(at: number, stepSeconds: number): string {
  const date = new Date(at)
  if (stepSeconds < 60) return seconds.format(date)
  const isMidnight = date.getHours() === 0 && date.getMinutes() === 0
  return stepSeconds >= 86_400 || isMidnight ? day.format(date) : clock.format(date)
}
