import type { Verdict } from '@sonde/schema/runs/verdict.ts'
import type { Drawing } from './drawing.ts'

/** What one line says at the cursor. */
export type Reading = {
  /** The place of the line in the drawing. */
  line: number
  label: string
  at: number
  value: number | null
  verdict: Verdict | null
  /** Of an interval: its fastest and its slowest. */
  spread: { low: number | null; high: number | null } | null
  /** Whether the cursor is on this very run. */
  isHere: boolean
}

/**
 * What each line says at a moment. Where moments are runs, that is the run of the line that is nearest to it, no further
 * than runs are joined.
 */
export function readingsAt(
  { times, lines, bands = [], gapMs = Infinity }: Drawing,
  index: number,
): Reading[] {
  const at = times[index]
  if (at === undefined) return []
  return lines.flatMap((line, position) => {
    if (line.isFaint === true) return []
    const nearest = nearestRun(line.values, times, index)
    const time = nearest === null ? undefined : times[nearest]
    if (nearest === null || time === undefined || Math.abs(time - at) > gapMs) return []
    const band = bands.find(({ low }) => low === position + 1)
    return [
      {
        line: position,
        label: line.label,
        at: time,
        value: line.values[nearest] ?? null,
        verdict: line.verdicts?.[nearest] ?? null,
        spread:
          band === undefined
            ? null
            : {
                low: lines[band.low]?.values[nearest] ?? null,
                high: lines[band.high]?.values[nearest] ?? null,
              },
        isHere: nearest === index,
      },
    ]
  })
}

function nearestRun(
  values: readonly (number | null | undefined)[],
  times: readonly number[],
  index: number,
): number | null {
  let [left, right] = [index, index]
  while (left >= 0 && values[left] === undefined) left -= 1
  while (right < times.length && values[right] === undefined) right += 1
  if (left < 0) return right < times.length ? right : null
  if (right >= times.length) return left
  const at = times[index] ?? 0
  return at - (times[left] ?? 0) <= (times[right] ?? 0) - at ? left : right
}

/**
 * The moment of the drawing that a pinned time stands for; null when nothing was measured around it, or when the window
 * does not reach it: another moment must not be shown in its place.
 */
export function pinnedIndex({ times, gapMs, stepMs }: Drawing, at: number): number | null {
  const index = nearestIndex(times, at)
  const time = index === null ? undefined : times[index]
  return time !== undefined && Math.abs(time - at) <= (stepMs ?? gapMs ?? 0) ? index : null
}

/** Null where there are none. */
export function nearestIndex(times: readonly number[], at: number): number | null {
  if (times.length === 0) return null
  const after = times.findIndex((time) => time >= at)
  if (after === -1) return times.length - 1
  if (after === 0) return 0
  return at - (times[after - 1] ?? 0) <= (times[after] ?? 0) - at ? after - 1 : after
}
