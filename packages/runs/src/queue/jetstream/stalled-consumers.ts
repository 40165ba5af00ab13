import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@sonde/ground/logger.ts'
import { mostUnderWay, type ConsumerState, type Streams } from './streams.ts'
import type { LaneNames } from './subjects.ts'

/**
 * Nodes that were killed and restarted faster than they caught up with each other can leave a consumer behind that hands out
 * nothing for ever, although parcels wait and servers ask for them: with nats-server 2.9.10 it was led by a node whose copy of the
 * stream had stopped. One that is made anew hands them out, if need be after some tries. What agents have at that moment may be
 * made a second time, of which the first result counts.
 */
export function createStalledConsumers(deps: {
  streams: Pick<Streams, 'consumerState' | 'removeConsumer'>
  log: Logger
  /** In which NATS hands out a parcel that waits, however busy it is. */
  patienceMs: number
}) {
  const { streams, log } = deps
  const lookedAt = new Set<string>()

  return {
    /** Makes the consumer of the lane anew if it is one of those. */
    async look(names: LaneNames): Promise<void> {
      if (lookedAt.has(names.subject)) return
      lookedAt.add(names.subject)
      try {
        const before = await streams.consumerState(names)
        if (!isStanding(before)) return
        await delay(deps.patienceMs)
        const after = await streams.consumerState(names)
        if (!isStanding(after) || after.delivered !== before.delivered) return
        log.error(
          { consumer: names.consumer, waiting: after.waiting },
          'NATS did not hand out runs that wait: their consumer is made anew',
        )
        await streams.removeConsumer(names)
      } finally {
        lookedAt.delete(names.subject)
      }
    },
  }
}

function isStanding({ waiting, asking, underWay }: ConsumerState): boolean {
  return waiting > 0 && asking > 0 && underWay < mostUnderWay
}
