import { formatCount } from '../parts/format.ts'

/** How a figure differs from that of the time before. */
export type FigureChange = {
  /** `+41 %`, `−6.9`, `±0`. */
  words: string
  /** By more than a quarter. */
  isWorse: boolean
}

type Pair = { now: number | null; before: number | null }

const worseBy = 1.25

/** Of what should be small: times, retries. In per cent; from nothing there is no share of it. */
export function changeOfLoad({ now, before }: Pair): FigureChange | null {
  if (now === null || before === null || (before === 0 && now !== 0)) return null
  const percent = before === 0 ? 0 : Math.round((now / before - 1) * 100)
  return { words: percent === 0 ? '±0 %' : `${signed(percent)} %`, isWorse: now > before * worseBy }
}

/** Of a share that should be 100 %: in points, and worse by what is missing of it. */
export function changeOfShare({ now, before }: Pair): FigureChange | null {
  if (now === null || before === null) return null
  const points = Math.round((now - before) * 100) / 100
  return {
    words: points === 0 ? '±0' : signed(points),
    isWorse: points < 0 && 100 - now > (100 - before) * worseBy,
  }
}

function signed(value: number): string {
  const size = Math.abs(value)
  return `${value < 0 ? '−' : '+'}${size >= 1000 ? formatCount(size) : size}`
}
