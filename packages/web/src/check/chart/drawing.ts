import type { Verdict } from '@sonde/schema/runs/verdict.ts'
import type { Limit } from '../../check-types/chart-kind.ts'
import { formatCount, formatMs, formatPercent } from '../../parts/format.ts'
import type { TimeWindow } from '../../parts/range.ts'

/** As the API tells it in the metadata of a metric. */
export type ChartUnit = 'milliseconds' | 'percentage' | 'count' | 'score'

export type Line = {
  label: string
  /** As CSS writes it. */
  colour: string
  dash?: readonly number[]
  /** What is told of each moment; null where nothing was measured, undefined where this line has no run. */
  values: readonly (number | null | undefined)[]
  /** What the run of each moment said, where a moment is a run. */
  verdicts?: readonly (Verdict | undefined)[]
  /** Where the line runs, if not at its values: lines that lie on top of each other. */
  heights?: readonly (number | null)[]
  /** The edge of a band: drawn thin, and not in the legend. */
  isFaint?: boolean
}

export type Drawing = {
  /** Milliseconds, rising. */
  times: readonly number[]
  /** How long the interval of a moment is; null where each moment is a run. */
  stepMs: number | null
  lines: readonly Line[]
  unit: ChartUnit
  /** The spaces between two lines, by their places. */
  bands?: readonly { low: number; high: number }[]
  /** The space below each line, down to the one before it, is filled. */
  isStacked?: boolean
  /** Runs of a line further apart than this are not joined: nothing was measured between them. */
  gapMs?: number
  limits?: readonly Limit[]
  /** When runs failed. */
  failures?: readonly { from: number; to: number }[]
}

/** Where each moment is drawn: a run when it began, an interval at its middle, of which its figure tells. */
export function drawnAt({ times, stepMs }: Pick<Drawing, 'times' | 'stepMs'>, window: TimeWindow): number[] {
  if (stepMs === null) return [...times]
  return times.map((time) => Math.min(window.to, Math.max(window.from, time + stepMs / 2)))
}

export function formatValue(value: number | null | undefined, unit: ChartUnit): string {
  switch (unit) {
    case 'milliseconds':
      return formatMs(value)
    case 'percentage':
      return formatPercent(value)
    case 'count':
      return formatCount(value)
    case 'score':
      // A shift of 0.25 is poor: whole numbers would call it nothing.
      return typeof value === 'number' ? String(Math.round(value * 1_000) / 1_000) : formatCount(value)
    default:
      return unit satisfies never
  }
}

/** Whether there is anything to be seen. */
export function isBlank({ lines }: Drawing): boolean {
  return lines.every(({ values, verdicts }) =>
    values.every(
      (value, index) => value === undefined || (value === null && verdicts?.[index] === undefined),
    ),
  )
}
