import { setTimeout as delay } from 'node:timers/promises'
import { clusterTimes } from '@sonde/runs/cluster/cluster-times.ts'
import { type KnownServer, listServers } from '@sonde/store/cluster/servers.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { StartFailure } from './start-failure.ts'

const lookMs = 250

/**
 * One server that runs all checks and servers that share them would each run every slot. A server that was killed is
 * found not to be there any more.
 */
export async function requireSameKind(
  store: Pick<Store, 'engine' | 'read'>,
  { usesNats }: { usesNats: boolean },
): Promise<void> {
  if (store.engine === 'sqlite') return
  const firstSeen = new Map<string, number>()
  for (;;) {
    const others = (await listServers(store.read)).filter(
      (server) => server.usesNats !== usesNats && server.silentMs <= clusterTimes.livingMs,
    )
    if (others.length === 0) return
    for (const other of others) {
      const seenAt = firstSeen.get(other.id) ?? other.seenAt
      if (other.seenAt > seenAt) throw new StartFailure(explain(other))
      firstSeen.set(other.id, seenAt)
    }
    await delay(lookMs)
  }
}

function explain({ name, usesNats }: KnownServer): string {
  return usesNats
    ? `NATS_URL: the server ${name} on this database has it: set it here, too, or stop that server first`
    : `NATS_URL: the server ${name} on this database runs without it: stop that server first, or unset it here`
}
