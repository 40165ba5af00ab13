import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dayMs } from '@sonde/ground/durations.ts'
import { clusterTimes } from '@sonde/runs/cluster/cluster-times.ts'
import { listServers } from '@sonde/store/cluster/servers.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import type { Logger } from 'pino'
import type { Settings } from './settings.ts'

/**
 * Without a bucket for all servers, files of runs are in a folder, which servers on one machine may share and others do not. Each server
 * leaves its id there, before others can know of it: who does not find that of another has a folder of its own.
 */
export function leaveSignInFolder({
  settings,
  log,
  serverId,
}: {
  settings: Pick<Settings, 'nats' | 'artifacts' | 'dataDir' | 'roles'>
  log: Logger
  serverId: string
}) {
  const isNeeded =
    settings.nats !== null && settings.artifacts.store === null && settings.roles.includes('api')
  const folder = join(settings.dataDir, 'artifacts', 'servers')
  const sign = join(folder, serverId)
  if (isNeeded) attempt(writeSign)

  function writeSign(): void {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(sign, '')
  }

  /** Of servers that were killed. One that is just starting is not known to the database yet. */
  function removeOldSigns(known: ReadonlySet<string>): void {
    for (const id of readdirSync(folder)) {
      const path = join(folder, id)
      // The times of files are those of the machine.
      if (!known.has(id) && Date.now() - statSync(path).mtimeMs > dayMs) rmSync(path, { force: true })
    }
  }

  async function compare(store: Pick<Store, 'read'>, version: string): Promise<void> {
    const servers = await listServers(store.read)
    const others = servers.filter(
      (server) =>
        server.silentMs <= clusterTimes.livingMs &&
        server.roles.includes('api') &&
        // One of the release before leaves no sign.
        server.version === version &&
        !existsSync(join(folder, server.id)),
    )
    if (others.length > 0)
      log.warn(
        { folder, servers: others.map(({ name }) => name) },
        'files of runs are in a folder that other servers do not have: set ARTIFACT_STORE to one bucket for all servers',
      )
    attempt(() => removeOldSigns(new Set(servers.map(({ id }) => id))))
  }

  /** Nothing of it keeps the server from its work. */
  function attempt(work: () => void): void {
    try {
      work()
    } catch (error) {
      tell(error)
    }
  }

  function tell(error: unknown): void {
    log.warn(
      { err: error, folder },
      'could not find out whether other servers have the folder for files of runs',
    )
  }

  return {
    /** Once this server is known to others. */
    async warn(store: Pick<Store, 'read'>, version: string): Promise<void> {
      if (isNeeded) await compare(store, version).catch(tell)
    },
    remove: (): void => attempt(() => rmSync(sign, { force: true })),
  }
}
