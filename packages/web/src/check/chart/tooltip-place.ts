export const tooltipWidthPx = 248
const distancePx = 14

/** Where the box begins, so that it is beside the cursor and inside of the chart. */
export function tooltipLeft(cursorPx: number, chartPx: number): number {
  const right = cursorPx + distancePx
  const left = right + tooltipWidthPx <= chartPx ? right : cursorPx - distancePx - tooltipWidthPx
  return Math.max(0, Math.min(left, chartPx - tooltipWidthPx))
}
