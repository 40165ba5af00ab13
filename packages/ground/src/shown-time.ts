/** Three digits are what a person reads, at any size: `0.012 ms`, `15.3 ms`, `1.24 s`. */
export function showResponseTime(milliseconds: number): string {
  const rounded = threeDigits(milliseconds)
  return rounded < 1_000 ? `${rounded} ms` : `${threeDigits(milliseconds / 1_000)} s`
}

function threeDigits(value: number): number {
  return Number(value.toPrecision(3))
}

const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const

/** The two largest units: `12 min 5 s`, `3 h 20 min`. */
export function showDuration(milliseconds: number): string {
  let left = Math.max(0, Math.floor(milliseconds / 1_000))
  const parts: string[] = []
  for (const [unit, seconds] of units) {
    const count = Math.floor(left / seconds)
    left -= count * seconds
    if (parts.length === 0 ? count > 0 : parts.length === 1) parts.push(`${count} ${unit}`)
  }
  return parts.filter((part, index) => index === 0 || !part.startsWith('0 ')).join(' ') || '0 s'
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A moment for people whose time zone is not known, on pages and in messages alike: `Nov 16, 2026, 02:14 UTC`. */
export function showMoment(at: number): string {
  return `${showDate(at)}, ${showClock(at)} UTC`
}

/** The day of UTC: `Nov 16, 2026`. */
export function showDate(at: number): string {
  return `${showDay(at)}, ${new Date(at).getUTCFullYear()}`
}

/** The same where the year is plain: `Nov 16`. */
export function showDay(at: number): string {
  const date = new Date(at)
  return `${months[date.getUTCMonth()]} ${date.getUTCDate()}`
}

/** `02:14`, of UTC. */
export function showClock(at: number): string {
  return new Date(at).toISOString().slice(11, 16)
}
