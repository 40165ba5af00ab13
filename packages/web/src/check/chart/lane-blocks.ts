import type { Verdict } from '@sonde/schema/runs/verdict.ts'

export type LaneBlock = { verdict: Verdict; from: number; to: number }

/**
 * From when to when the runs of a place said the same. A run speaks until the next one, and where that is too far away for
 * as long as runs of the place mostly are apart: what nobody saw is in no block.
 */
export function laneBlocks({
  times,
  verdicts,
  gapMs,
  until,
}: {
  times: readonly number[]
  verdicts: readonly (Verdict | undefined)[]
  /** Runs further apart than this are not joined. */
  gapMs: number
  until: number
}): LaneBlock[] {
  const runs = times.flatMap((at, index) => {
    const verdict = verdicts[index]
    return verdict === undefined ? [] : [{ at, verdict }]
  })
  const holdMs = mostlyApart(runs.map(({ at }) => at)) ?? gapMs / 3
  const blocks: LaneBlock[] = []
  for (const [index, { at, verdict }] of runs.entries()) {
    const next = runs[index + 1]?.at ?? Infinity
    const to = Math.max(at, Math.min(until, next - at <= gapMs ? next : at + holdMs))
    const last = blocks.at(-1)
    if (last?.verdict === verdict && last.to >= at) last.to = to
    else blocks.push({ verdict, from: at, to })
  }
  return blocks
}

/** Null of fewer than two runs. Those that were begun together are no rhythm. */
function mostlyApart(times: readonly number[]): number | null {
  const distances = times
    .slice(1)
    .map((at, index) => at - (times[index] ?? at))
    .filter((distance) => distance >= 1000)
    .toSorted((left, right) => left - right)
  return distances[Math.floor((distances.length - 1) / 2)] ?? null
}
