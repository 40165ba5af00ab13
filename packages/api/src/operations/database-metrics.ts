import {
  gaugeFamily,
  labelText,
  type MetricFamily,
  sampleLine,
} from '@sonde/analytics/prometheus/exposition.ts'
import type { ReplicaFigures } from '@sonde/store/engine/replica-figures.ts'
import { countMisplacedRows, monthlyTableNames } from '@sonde/store/results/monthly-partitions.ts'
import { countMisplacedResults } from '@sonde/store/results/result-partitions.ts'
import type { Store } from '@sonde/store/engine/store.ts'

/** Only PostgreSQL can be away while the server runs, and only it has connections. */
export async function databaseFamilies({ store }: { store: Store }): Promise<MetricFamily[]> {
  if (store.engine !== 'postgres') return []
  const isUp = await store.ping().then(
    () => 1,
    () => 0,
  )
  const misplaced = isUp === 0 ? [] : await misplacedFamilies(store).catch(() => [])
  const name = 'sonde_pool_connections'
  const lines = store.poolFigures().flatMap(({ purpose, ...counts }) =>
    Object.entries(counts).map(([state, count]) =>
      sampleLine(
        name,
        labelText([
          ['pool', purpose],
          ['state', state],
        ]),
        count,
      ),
    ),
  )
  const replica = store.replicaFigures()
  return [
    gaugeFamily('sonde_postgres_up', 'Whether PostgreSQL answers', isUp),
    ...misplaced,
    ...(replica === null ? [] : replicaFamilies(replica)),
    {
      name,
      help: 'Connections to PostgreSQL by purpose; waiting: requests that wait for one',
      type: 'gauge',
      lines,
    },
  ]
}

async function misplacedFamilies({ read }: Store): Promise<MetricFamily[]> {
  const results = await countMisplacedResults(read)
  const name = 'sonde_rows_misplaced'
  const lines: string[] = []
  for (const table of monthlyTableNames)
    lines.push(sampleLine(name, labelText([['table', table]]), await countMisplacedRows(read, table)))
  return [
    gaugeFamily(
      'sonde_results_misplaced',
      'Results without a partition for their day, up to 100,000',
      results,
    ),
    { name, help: 'Rows without a partition for their month, up to 100,000', type: 'gauge', lines },
  ]
}

function replicaFamilies({ isUsed, lagMs }: ReplicaFigures): MetricFamily[] {
  return [
    gaugeFamily('sonde_replica_used', 'Whether statistics are read from the replica', isUsed ? 1 : 0),
    ...(lagMs === null
      ? []
      : [
          gaugeFamily(
            'sonde_replica_lag_seconds',
            'How far the replica is behind, up to two seconds more than it is',
            lagMs / 1000,
          ),
        ]),
  ]
}
