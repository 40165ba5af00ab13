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

/** A moment for people whose time zone is not known: `2026-11-16 02:14 UTC`. */
export function showMoment(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
