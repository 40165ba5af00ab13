import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@sonde/ground/logger.ts'
import { installationId } from '@sonde/store/installation/installation-id.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { createJetStreamQueue, type QueuePorts } from '../queue/jetstream/jetstream-queue.ts'
import { openStreams, streamLimits } from '../queue/jetstream/streams.ts'
import type { ManagedQueue, ParcelPublisher } from '../queue/run-queue.ts'
import type { ClusterBus } from './cluster-bus.ts'
import { createGatheredMessages } from './gathered-messages.ts'
import { createNatsBus } from './nats-bus.ts'
import { connectNats, type NatsOptions } from './nats-connection.ts'

/** What the servers of an installation share beside the database. */
export type NatsSite = {
  bus: ClusterBus
  createQueue(ports: QueuePorts): ManagedQueue & ParcelPublisher
  /** For how long it has not been there for this server; null while it is. */
  downMs(): number | null
  /** How often it was made anew. */
  reconnects(): number
  close(): Promise<void>
}

/**
 * A node may be there and cut off from the others. What it does not acknowledge for longer than a stream needs to find a new
 * leader tells it.
 */
const longestStallMs = 6_000
const retryMs = 500
/** Whoever looks at the log is told for what the start waits. */
const tellEveryMs = 5_000

/** Waits for NATS, and for enough of its nodes, however long that takes. */
export async function openNatsSite(
  options: NatsOptions & { replicas: number; leaseMs: number; serverId: string },
  { store, log }: { store: Store; log: Logger },
): Promise<NatsSite> {
  const { replicas, leaseMs, serverId } = options
  const nats = await connectNats(options, { log, steadyMs: () => performance.now() })
  const { connection } = nats
  const installation = (await installationId(store)).slice(0, 8)
  const streams = await openStreams({
    connection,
    installation,
    replicas,
    leaseMs,
    limits: streamLimits,
    log,
  })
  let toldAt = -Infinity
  for (;;) {
    try {
      await streams.ensureStreams()
      break
    } catch (error) {
      if (performance.now() - toldAt > tellEveryMs) {
        toldAt = performance.now()
        log.warn({ err: error, replicas }, 'waiting for NATS: it could not make the streams of runs yet')
      }
      await delay(retryMs)
    }
  }
  const gathered = createGatheredMessages(connection, log)
  const bus = createNatsBus({ connection, installation, gathered, log })
  const key = store.sealer.deriveKey('parcels of runs')
  const site = { connection, bus, gathered, streams, installation, key, serverId }
  let queue: ParcelPublisher | null = null

  function stalledMs(): number | null {
    const overMs = (queue?.stalledMs() ?? 0) - longestStallMs
    return overMs > 0 ? overMs : null
  }

  return {
    bus,
    createQueue(ports) {
      const made = createJetStreamQueue(site, ports)
      queue = made
      return made
    },
    downMs: () => nats.downMs() ?? stalledMs(),
    reconnects: nats.reconnects,
    async close() {
      gathered.flush()
      await nats.close()
    },
  }
}
