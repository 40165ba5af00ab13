import { plotLeftPx, plotRightPx } from './canvas-edges.ts'

type Window = { from: number; to: number }

/** The moment under the pointer, so many pixels from the left of what is `width` wide; null beside the lanes. */
export function momentAt(x: number, width: number, { from, to }: Window): number | null {
  const share = (x - plotLeftPx) / (width - plotLeftPx - plotRightPx)
  return share >= 0 && share <= 1 ? from + share * (to - from) : null
}

/** Where a moment lies between the ends of the lanes, from 0 to 1; null outside. */
export function placeOf(at: number, { from, to }: Window): number | null {
  const share = (at - from) / (to - from)
  return share >= 0 && share <= 1 ? share : null
}
