import {
  counterFamily,
  gaugeFamily,
  labelText,
  type MetricFamily,
  sampleLine,
} from '@sonde/analytics/prometheus/exposition.ts'
import type { RunStats } from '@sonde/runs/run-stats.ts'

/** Only where servers share the checks. */
export function shardFamilies(shards: RunStats['shards']): MetricFamily[] {
  if (shards === null) return []
  const name = 'sonde_shard_takeovers_total'
  return [
    gaugeFamily('sonde_shards_held', 'Parts of the schedule, of 64, that this server has', shards.held),
    gaugeFamily('sonde_shards_free', 'Parts of the schedule that no server has', shards.free),
    {
      name,
      help: 'Parts of the schedule that this server has taken since its start, by reason',
      type: 'counter',
      lines: Object.entries(shards.takeovers).map(([why, count]) =>
        sampleLine(name, labelText([['why', why]]), count),
      ),
    },
    counterFamily(
      'sonde_fenced_total',
      'Parts of the schedule that were found to be of another server when their runs were due, since the start',
      shards.fenced,
    ),
    gaugeFamily(
      'sonde_dispatches_unpublished',
      'Groups of runs that are written down and not yet known to be in NATS',
      shards.unpublished,
    ),
  ]
}
