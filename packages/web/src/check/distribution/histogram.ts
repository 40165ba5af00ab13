import type { CheckDistribution } from '../../resources/check-charts.ts'

type Shape = Pick<CheckDistribution, 'bins' | 'scale'>

/** Where a value is between the first and the last edge, from 0 to 1; null without a width. */
export function shareOf(value: number, { bins, scale }: Shape): number | null {
  const low = bins[0]?.from
  const high = bins.at(-1)?.to
  if (low === undefined || high === undefined || high <= low) return null
  const share =
    scale === 'LOGARITHMIC' && low > 0 && value > 0
      ? Math.log(value / low) / Math.log(high / low)
      : (value - low) / (high - low)
  return Math.min(1, Math.max(0, share))
}

/** Height of each bar in percent of the tallest. What is there at all is to be seen. */
export function barHeights(bins: CheckDistribution['bins']): number[] {
  const most = Math.max(1, ...bins.map(({ runs }) => runs))
  return bins.map(({ runs }) => (runs === 0 ? 0 : Math.max(2, (runs / most) * 100)))
}
