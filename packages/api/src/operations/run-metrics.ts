import {
  counterFamily,
  gaugeFamily,
  labelText,
  type MetricFamily,
  sampleLine,
} from '@sonde/analytics/prometheus/exposition.ts'
import { timingFamily } from '@sonde/analytics/prometheus/histogram.ts'
import type { RunStats } from '@sonde/runs/run-stats.ts'
import { shardFamilies } from './shard-metrics.ts'

/** A server that stands by has no runs, and says so by leaving them out. */
export function runFamilies(stats: RunStats | null): MetricFamily[] {
  return [
    ...(stats === null ? [] : familiesOf(stats)),
    counterFamily('sonde_results_stored_total', 'Results stored since the start', stats?.stored ?? 0),
    counterFamily(
      'sonde_runs_dropped_total',
      'Runs that no agent started in time, since the start',
      stats?.dropped ?? 0,
    ),
  ]
}

function familiesOf(stats: RunStats): MetricFamily[] {
  const { dispatch, intake } = stats
  return [
    gaugeFamily('sonde_runs_queued', 'Runs waiting for an agent', stats.queued),
    gaugeFamily('sonde_runs_inflight', 'Runs that agents are executing', stats.inflight),
    gaugeFamily('sonde_checks_loaded', 'Checks scheduled by this server', stats.checks),
    counterFamily(
      'sonde_slots_dispatched_total',
      'Runs that were scheduled, since the start',
      dispatch.dispatched,
    ),
    counterFamily(
      'sonde_slots_missed_total',
      'Runs that were due and were not scheduled, since the start',
      dispatch.missed,
    ),
    timingFamily('sonde_slot_lateness_seconds', 'How late runs were scheduled', dispatch.lateness),
    timingFamily('sonde_dispatch_seconds', 'Time to write down runs that are due', dispatch.writing),
    timingFamily(
      'sonde_intake_seconds',
      'Time from the arrival of results until they are stored',
      intake.storing,
    ),
    gaugeFamily('sonde_intake_waiting', 'Results that wait for the database', intake.waiting),
    counterFamily(
      'sonde_intake_refused_total',
      'Results that agents were asked to send later because the database is slow, since the start',
      intake.refused,
    ),
    counterFamily(
      'sonde_results_duplicate_total',
      'Results that were already stored, since the start',
      stats.duplicates,
    ),
    counterFamily(
      'sonde_runs_agent_lost_total',
      'Runs that ended without a verdict because three agents were lost, since the start',
      stats.agentLost,
    ),
    ...shardFamilies(stats.shards),
    ...parcelFamilies(stats.parcels),
  ]
}

/** Only where runs wait in NATS. */
function parcelFamilies(parcels: RunStats['parcels']): MetricFamily[] {
  if (parcels === null) return []
  return [
    countedFamily('sonde_parcels_published_total', 'Groups of runs that were published', {
      label: 'outcome',
      counts: parcels.published,
    }),
    timingFamily(
      'sonde_parcel_publish_seconds',
      'Time until NATS has acknowledged a group of runs',
      parcels.publishing,
    ),
    countedFamily('sonde_parcels_delivered_total', 'Groups of runs that were fetched for agents', {
      label: 'delivery',
      counts: parcels.delivered,
    }),
    counterFamily(
      'sonde_parcels_split_total',
      'Groups of runs that were cut into single runs after an agent was lost, since the start',
      parcels.split,
    ),
    counterFamily(
      'sonde_parcels_unreadable_total',
      'Groups of runs that this server could not read, since the start',
      parcels.unreadable,
    ),
  ]
}

function countedFamily(
  name: string,
  what: string,
  { label, counts }: { label: string; counts: Readonly<Record<string, number>> },
): MetricFamily {
  return {
    name,
    help: `${what}, since the start`,
    type: 'counter',
    lines: Object.entries(counts).map(([value, count]) =>
      sampleLine(name, labelText([[label, value]]), count),
    ),
  }
}
