import { showChange } from '@sonde/ground/shown-change.ts'

/** How a figure differs from that of the time before. */
export type FigureChange = {
  /** `+41 %`, `14.7 times`, `−6.9`, `±0`. */
  words: string
  /** By more than a quarter. */
  isWorse: boolean
}

type Pair = { now: number | null; before: number | null }

const worseBy = 1.25

/** Of what should be small: times, retries. As a share; from nothing there is none. */
export function changeOfLoad({ now, before }: Pair): FigureChange | null {
  if (now === null || before === null || (before === 0 && now !== 0)) return null
  const change = before === 0 ? null : showChange(now, before)
  const isWorse = now > before * worseBy
  if (change === null) return { words: '±0 %', isWorse }
  return { words: change.isTimes ? change.amount : `${change.isMore ? '+' : '−'}${change.amount}`, isWorse }
}

/** Of a share that should be 100 %: in points, and worse by what is missing of it. */
export function changeOfShare({ now, before }: Pair): FigureChange | null {
  if (now === null || before === null) return null
  const points = Math.round((now - before) * 100) / 100
  return {
    words: points === 0 ? '±0' : `${points < 0 ? '−' : '+'}${Math.abs(points)}`,
    isWorse: points < 0 && 100 - now > (100 - before) * worseBy,
  }
}
