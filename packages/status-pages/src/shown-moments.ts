import { showClock, showDate, showDay, showMoment } from '@sonde/ground/shown-time.ts'

export function momentHtml(at: number): string {
  return timeHtml(at, showMoment(at))
}

/** When something ends: `09:05 UTC`, with the day where it is another one than today. */
export function endHtml(at: number, now: number): string {
  return timeHtml(at, `${showDate(at) === showDate(now) ? '' : `${showDay(at)}, `}${showClock(at)} UTC`)
}

/** From when to when; an end on the same day is told by the clock alone. `endAt` null: it goes on. */
export function periodHtml(startAt: number, endAt: number | null): string {
  if (endAt === null) return `since ${momentHtml(startAt)}`
  if (endAt === startAt) return momentHtml(startAt)
  const sameDay = showDate(startAt) === showDate(endAt)
  const end = sameDay ? timeHtml(endAt, `${showClock(endAt)} UTC`) : momentHtml(endAt)
  const start = sameDay
    ? timeHtml(startAt, `${showDate(startAt)}, ${showClock(startAt)}`)
    : momentHtml(startAt)
  return `${start} – ${end}`
}

function timeHtml(at: number, text: string): string {
  return `<time datetime="${new Date(at).toISOString().slice(0, 16)}Z">${text}</time>`
}
