import { labelText, type MetricFamily, sampleLine } from '@sonde/analytics/prometheus/exposition.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { type Usage, wholeUsage } from '@sonde/store/artifacts/artifact-usage.ts'
import type { Store } from '@sonde/store/engine/store.ts'

/** What the files of all accounts take, by type; left out while the database is away. */
export async function artifactFamilies({
  store,
  log,
}: {
  store: Store
  log: Logger
}): Promise<MetricFamily[]> {
  try {
    const usage = await wholeUsage(store.read)
    return [
      family('sonde_artifact_files', 'Files of runs that are stored, by type', usage, 'files'),
      family('sonde_artifact_bytes', 'Size of the files of runs that are stored, by type', usage, 'bytes'),
    ]
  } catch (error) {
    log.warn({ err: error }, 'could not count the files of runs')
    return []
  }
}

function family(
  name: string,
  help: string,
  usage: ReadonlyMap<string, Usage>,
  field: keyof Usage,
): MetricFamily {
  const lines = [...usage].map(([type, count]) => sampleLine(name, labelText([['type', type]]), count[field]))
  return { name, help, type: 'gauge', lines }
}
