import type { Logger } from '@sonde/ground/logger.ts'
import type { NatsConnection } from '@nats-io/transport-node'

/** How long a message waits for others. */
const gatherMs = 10

export type GatheredMessages = {
  /** Sends it in a moment; never fails. */
  publish(subject: string, text: string): void
  /** Sends what waits, at once. */
  flush(): void
}

/**
 * Messages to NATS that nobody waits for, sent together, in their order: each that is sent alone wakes up a node, and that is
 * most of what it costs.
 */
export function createGatheredMessages(connection: NatsConnection, log: Logger): GatheredMessages {
  let waiting: { subject: string; text: string }[] = []
  let timer: NodeJS.Timeout | null = null

  function flush(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const messages = waiting
    waiting = []
    if (connection.isClosed() || connection.isDraining()) return
    for (const { subject, text } of messages) {
      try {
        connection.publish(subject, text)
      } catch (error) {
        // Too large, say. Nobody waits for it, the others are sent, and a timer that throws would end the process.
        log.warn({ err: error, subject }, 'NATS did not take a message')
      }
    }
  }

  return {
    publish(subject, text) {
      waiting.push({ subject, text })
      timer ??= setTimeout(flush, gatherMs)
    },
    flush,
  }
}
