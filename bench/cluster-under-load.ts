import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '@sonde/ground/clock.ts'
import { secondMs } from '@sonde/ground/durations.ts'
import { openStore, type Store } from '@sonde/store/engine/store.ts'
import { freePort } from '../e2e/support/free-port.ts'
import { type Cluster, location, startCluster } from '../scripts/cluster/start-cluster.ts'
import { installChecks } from './install-checks.ts'
import { pingMonitors } from './ping-monitors.ts'

/**
 * For each server: the first minute is special, because every check is seen for the first time, and of several servers
 * each takes the results of a part of them in a minute.
 */
const warmUpMs = Number(process.env['WARM_UP_SECONDS'] ?? 75) * secondMs
/** What began before is given the time to arrive. */
export const settleMs = 12 * secondMs

/** So many ping monitors every minute on servers with an agent each, which are warm. */
export async function withCluster<Result>(
  size: number,
  { servers, hasNats }: { servers: number; hasNats: boolean },
  work: (cluster: Cluster, store: Store) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-bench-'))
  try {
    await using ends = new AsyncDisposableStack()
    const cluster = await startCluster({
      folder,
      port: Math.min(await freePort(), 32_700),
      monitors: 0,
      servers,
      agents: servers,
      hasNats,
      // Each alert by itself, however many there are in a minute.
      settings: { LOG_LEVEL: 'error', ALERT_BUDGET_PER_MINUTE: '100000' },
      postgresSettings: { shared_buffers: '256MB' },
      async prepare({ databaseUrl, dataDir }) {
        const account = { accountId: randomUUID(), key: `cu_${randomBytes(32).toString('hex')}` }
        await installChecks({ dataDir, databaseUrl, ...account }, pingMonitors(size, location))
      },
    })
    ends.defer(cluster.stop)
    const store = await openStore({
      dataDir: join(folder, 'data'),
      databaseUrl: cluster.postgres.url,
      encryptionKey: null,
      clock: systemClock,
    })
    ends.defer(() => store.close())
    await delay(warmUpMs * servers)
    return await work(cluster, store)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
