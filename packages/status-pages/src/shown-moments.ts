const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `3 Nov` */
export function shownDay(at: number): string {
  const date = new Date(at)
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]}`
}

/** `3 Nov 2026` */
export function shownDate(at: number): string {
  return `${shownDay(at)} ${new Date(at).getUTCFullYear()}`
}

/** `09:05` */
function shownClock(at: number): string {
  return new Date(at).toISOString().slice(11, 16)
}

export function momentHtml(at: number): string {
  return timeHtml(at, `${shownDate(at)}, ${shownClock(at)} UTC`)
}

/** When something ends: `09:05 UTC`, with the day where it is another one than today. */
export function endHtml(at: number, now: number): string {
  return timeHtml(at, `${shownDate(at) === shownDate(now) ? '' : `${shownDay(at)}, `}${shownClock(at)} UTC`)
}

/** From when to when; an end on the same day is told by the clock alone. `endAt` null: it goes on. */
export function periodHtml(startAt: number, endAt: number | null): string {
  if (endAt === null) return `since ${momentHtml(startAt)}`
  if (endAt === startAt) return momentHtml(startAt)
  const sameDay = shownDate(startAt) === shownDate(endAt)
  const end = sameDay ? timeHtml(endAt, `${shownClock(endAt)} UTC`) : momentHtml(endAt)
  const start = sameDay
    ? timeHtml(startAt, `${shownDate(startAt)}, ${shownClock(startAt)}`)
    : momentHtml(startAt)
  return `${start} – ${end}`
}

function timeHtml(at: number, text: string): string {
  return `<time datetime="${new Date(at).toISOString().slice(0, 16)}Z">${text}</time>`
}
