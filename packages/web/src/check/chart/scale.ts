import type { Limit } from '../../check-types/chart-kind.ts'

/** A limit so far above what is measured would press the lines to the floor. */
const mostAboveP99 = 3

/** The limits that are in the axis: those within three times of what 99 of 100 values stay below. */
export function limitsInView(
  limits: readonly Limit[],
  values: readonly (number | null | undefined)[],
): Limit[] {
  const sorted = values.filter((value) => typeof value === 'number').toSorted((left, right) => left - right)
  const p99 = sorted[Math.floor((sorted.length - 1) * 0.99)]
  if (p99 === undefined) return []
  return limits.filter(({ value }) => value <= p99 * mostAboveP99)
}

/** The values that have no neighbour to be joined with: without a dot they would not be seen. */
export function loneIndices(
  values: ArrayLike<number | null | undefined>,
  times: ArrayLike<number>,
  gapMs: number,
): number[] {
  const runs: number[] = []
  for (let index = 0; index < values.length; index += 1) {
    if (values[index] !== undefined) runs.push(index)
  }
  const isJoined = (one: number | undefined, other: number | undefined) =>
    one !== undefined &&
    other !== undefined &&
    typeof values[one] === 'number' &&
    typeof values[other] === 'number' &&
    Math.abs((times[one] ?? 0) - (times[other] ?? 0)) <= gapMs
  return runs.filter(
    (index, position) =>
      typeof values[index] === 'number' &&
      !isJoined(index, runs[position - 1]) &&
      !isJoined(index, runs[position + 1]),
  )
}

/** Neighbours that are too far apart to be joined, each as the times between which no line is drawn. */
export function gapsBetween(
  values: ArrayLike<number | null | undefined>,
  times: ArrayLike<number>,
  gapMs: number,
): [from: number, to: number][] {
  const gaps: [number, number][] = []
  let before: number | null = null
  for (let index = 0; index < values.length; index += 1) {
    const at = times[index]
    if (typeof values[index] !== 'number' || at === undefined) continue
    if (before !== null && at - before > gapMs) gaps.push([before, at])
    before = at
  }
  return gaps
}
