import type { QueuePorts } from '../queue/jetstream/jetstream-queue.ts'
import type { ManagedQueue, ParcelPublisher } from '../queue/run-queue.ts'
import type { ClusterBus } from './cluster-bus.ts'
import type { ClusterLeases } from './cluster-leases.ts'
import type { ClusterTimes } from './cluster-times.ts'
import type { Duties } from './duties.ts'

/** What a server needs to run its share of the checks beside others. */
export type ClusterParts = {
  serverId: string
  times: ClusterTimes
  bus: ClusterBus
  leases: Pick<ClusterLeases, 'epochOf' | 'isSure' | 'ownerOf' | 'figures' | 'living'>
  duties: Pick<Duties, 'has'>
  createQueue(ports: QueuePorts): ManagedQueue & ParcelPublisher
}
