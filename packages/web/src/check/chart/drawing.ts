import { formatCount, formatMs, formatPercent } from '../../parts/format.ts'

export type ChartUnit = 'milliseconds' | 'percentage' | 'count' | 'score'

export type Line = {
  label: string
  /** As CSS writes it. */
  colour: string
  dash?: readonly number[]
  /** What is told of each moment; null where nothing was measured. */
  values: readonly (number | null)[]
  /** Where the line runs, if not at its values: lines that lie on top of each other. */
  heights?: readonly (number | null)[]
  isFaint?: boolean
}

export type Drawing = {
  /** Milliseconds, evenly spaced, rising. */
  times: readonly number[]
  stepMs: number
  lines: readonly Line[]
  unit: ChartUnit
  /** The space between two lines, by their places. */
  band?: { low: number; high: number }
  /** The space below each line, down to the one before it, is filled. */
  isStacked?: boolean
}

export function formatValue(value: number | null | undefined, unit: ChartUnit): string {
  switch (unit) {
    case 'milliseconds':
      return formatMs(value)
    case 'percentage':
      return formatPercent(value)
    case 'count':
    case 'score':
      return formatCount(value)
    default:
      return unit satisfies never
  }
}

/** Whether there is anything to be seen. */
export function isBlank({ lines }: Drawing): boolean {
  return lines.every(({ values }) => values.every((value) => value === null))
}
