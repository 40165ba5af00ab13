import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@sonde/ground/logger.ts'
import { installationId } from '@sonde/store/installation/installation-id.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { createJetStreamQueue, type QueuePorts } from '../queue/jetstream/jetstream-queue.ts'
import { openStreams, streamLimits } from '../queue/jetstream/streams.ts'
import type { ManagedQueue, ParcelPublisher } from '../queue/run-queue.ts'
import type { ClusterBus } from './cluster-bus.ts'
import { createNatsBus } from './nats-bus.ts'
import { connectNats, type NatsOptions } from './nats-connection.ts'

/** What the servers of an installation share beside the database. */
export type NatsSite = {
  bus: ClusterBus
  createQueue(ports: QueuePorts): ManagedQueue & ParcelPublisher
  /** For how long there has been no connection; null while there is one. */
  downMs(): number | null
  /** How often it was made anew. */
  reconnects(): number
  close(): Promise<void>
}

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
  const bus = createNatsBus({ connection, installation, log })
  const key = store.sealer.deriveKey('parcels of runs')
  return {
    bus,
    createQueue: (ports) =>
      createJetStreamQueue({ connection, bus, streams, installation, key, serverId }, ports),
    downMs: nats.downMs,
    reconnects: nats.reconnects,
    close: nats.close,
  }
}
