import type { StatsRow } from '../../resources/check-stats.ts'

/** What a chart draws: moments in milliseconds, and for each line a value at each of them or none. */
export type Points = { times: number[]; values: (number | null)[][] }

/**
 * Rows of an answer on an even grid. Spans in which nothing was measured are not in the answer; here they have a
 * moment and no value, so that no line is drawn through them.
 */
export function pointsOf(
  rows: readonly StatsRow[],
  names: readonly string[],
  grid: { from: number; to: number; stepMs: number },
): Points {
  const times = momentsOf(grid)
  const byTime = new Map(rows.map((row) => [Date.parse(String(row['startTime'])), row]))
  return {
    times,
    values: names.map((name) => times.map((time) => numberAt(byTime.get(time), name))),
  }
}

/** The beginning of each span, as the API counts them: from the full minute in which the window begins. */
export function momentsOf({ from, to, stepMs }: { from: number; to: number; stepMs: number }): number[] {
  const first = from - (from % 60_000)
  return Array.from(
    { length: Math.max(0, Math.ceil((to - first) / stepMs)) },
    (_, index) => first + index * stepMs,
  )
}

function numberAt(row: StatsRow | undefined, name: string): number | null {
  const value = row?.[name]
  return typeof value === 'number' ? value : null
}

/** Each line on top of those before it. Where none of them has a value, there is none. */
export function stackValues(values: readonly (readonly (number | null)[])[]): (number | null)[][] {
  const sums: (number | null)[] = []
  return values.map((line) =>
    line.map((value, index) => {
      const below = sums[index] ?? null
      const sum = value === null ? below : (below ?? 0) + value
      sums[index] = sum
      return sum
    }),
  )
}

/** The moment nearest to `step` places further, within the chart; from nowhere it begins at an end. */
export function moveCursor(at: number | null, step: number, length: number): number | null {
  if (length === 0) return null
  if (at === null) return step === Infinity || (step < 0 && step !== -Infinity) ? length - 1 : 0
  return Math.min(length - 1, Math.max(0, at + step))
}
