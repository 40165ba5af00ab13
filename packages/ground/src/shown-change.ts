/** From here on nobody thinks in per cent: `+1,374.8 %` is 14.7 times as much. */
const timesFrom = 10

export type ShownChange = { isMore: boolean; amount: string; isTimes: boolean }

/** How a number differs from what it was before, which is not 0: `41 %` more or less, or `14.7 times` as much. Null: not by a per cent. */
export function showChange(now: number, before: number): ShownChange | null {
  const factor = now / before
  if (factor >= timesFrom) {
    return { isMore: true, amount: `${Number(factor.toPrecision(3))} times`, isTimes: true }
  }
  const percent = Math.round((factor - 1) * 100)
  return percent === 0 ? null : { isMore: percent > 0, amount: `${Math.abs(percent)} %`, isTimes: false }
}
