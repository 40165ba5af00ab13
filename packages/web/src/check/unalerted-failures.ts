import type { CheckVerdicts } from '../resources/check-stats.ts'
import type { Episode } from './episodes.ts'
import { spansOf } from './spans.ts'

/** Runs that failed one after another and raised no alert, between the ends of the intervals that they are counted in. */
export type UnalertedFailure = { from: number; to: number; failed: number; runs: number }

/**
 * Newest first. What touches an outage belongs to it: the first failed runs are older than the alert. `knownFrom`: from when on
 * all outages are given.
 */
export function unalertedFailures(
  verdicts: Pick<CheckVerdicts, 'from' | 'to' | 'intervalMinutes' | 'spans'>,
  episodes: readonly Pick<Episode, 'beganAt' | 'endedAt'>[],
  knownFrom = 0,
): UnalertedFailure[] {
  const blocks: UnalertedFailure[] = []
  for (const { startsAt, endsAt, counts } of spansOf(verdicts)) {
    if (counts === null || counts.failed === 0) continue
    const runs = counts.passed + counts.degraded + counts.failed
    const last = blocks.at(-1)
    if (last?.to === startsAt) {
      last.to = endsAt
      last.failed += counts.failed
      last.runs += runs
    } else {
      blocks.push({ from: startsAt, to: endsAt, failed: counts.failed, runs })
    }
  }
  return blocks
    .filter(
      ({ from, to }) =>
        from >= knownFrom &&
        episodes.every(({ beganAt, endedAt }) => beganAt >= to || (endedAt ?? Infinity) < from),
    )
    .toReversed()
}

/** `1 of 60 runs failed`; of a heartbeat `1 ping missed`. */
export function failureInWords({ failed, runs }: UnalertedFailure, isRun: boolean): string {
  if (!isRun) return failed === 1 ? '1 ping missed' : `${failed} pings missed`
  return `${failed} of ${runs === 1 ? '1 run' : `${runs} runs`} failed`
}
