/** A measured time as answers show it: clients decode it into whole numbers. Exact times are in the detail of the type. */
export function wholeMilliseconds(measuredMs: number | null): number | null {
  return measuredMs === null ? null : Math.round(measuredMs)
}
