import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { withoutNats } from '@sonde/runs/testing/nats-servers.ts'
import { type LoopbackProxy, startLoopbackProxy } from '@sonde/store/testing/loopback-proxy.ts'
import { soakedSettings } from '../../scripts/cluster/soak.ts'
import { type Cluster, portsFrom, startCluster } from '../../scripts/cluster/start-cluster.ts'
import { findProgram } from '../../scripts/find-program.ts'
import { postgresFolders } from '../../scripts/postgres.ts'
import { freePort } from './free-port.ts'

/** Why tests with several servers are skipped; false where their parts are there. */
export const withoutParts =
  withoutNats || (findProgram('initdb', postgresFolders) === null ? 'PostgreSQL is not installed' : false)

/** Three servers that share the checks, of which the last reaches NATS by a way of its own, which can be cut. */
export async function clusterForTests(
  t: TestContext,
  monitors: number,
): Promise<{ cluster: Cluster; wayToNats: LoopbackProxy }> {
  await using begun = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'sonde-e2e-'))
  begun.defer(() => rmSync(folder, { recursive: true, force: true }))
  const port = Math.min(await freePort(), 32_700)
  const [node = 0] = portsFrom(port).nats
  const wayToNats = await startLoopbackProxy(`nats://127.0.0.1:${node}`)
  begun.defer(wayToNats.cut)
  const cluster = await startCluster({
    folder,
    port,
    monitors,
    settings: soakedSettings,
    settingsOf: (index) => (index === 2 ? { NATS_URL: wayToNats.url } : {}),
    postgresSettings: { fsync: 'off', full_page_writes: 'off', jit: 'off' },
  })
  begun.defer(cluster.stop)
  // The last first: nothing writes any more where the folder is removed.
  const ending = begun.move()
  t.after(() => ending.disposeAsync())
  return { cluster, wayToNats }
}
