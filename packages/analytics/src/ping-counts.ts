import {
  type HeartbeatState,
  verdictOfHeartbeat,
} from '@sonde/schema/check-types/heartbeat/heartbeat-state.ts'
import { noVerdicts, type VerdictCounts } from '@sonde/schema/runs/verdict.ts'

/** What the events of a heartbeat said. */
export function pingCounts(
  tallies: readonly { state: HeartbeatState; count: number }[],
): VerdictCounts & { runs: number } {
  const counts = { ...noVerdicts(), runs: 0 }
  for (const { state, count } of tallies) {
    counts.runs += count
    counts[verdictOfHeartbeat(state)] += count
  }
  return counts
}
