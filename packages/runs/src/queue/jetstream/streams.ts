import type { Logger } from '@sonde/ground/logger.ts'
import { dayMs, minuteMs } from '@sonde/ground/durations.ts'
import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  type JetStreamManager,
  jetstreamManager,
  ReplayPolicy,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream'
import { nanos, type NatsConnection } from '@nats-io/transport-node'
import { type LaneNames, streamCount, streamName, subjectsOfStream } from './subjects.ts'

export type StreamLimits = { maxBytes: number; idleConsumerMs: number }

export const streamLimits: StreamLimits = {
  maxBytes: 2 * 1024 ** 3,
  /** Of places that had no agent for a day. */
  idleConsumerMs: dayMs,
}

/** Above the longest wait and the longest hold: a message goes by its age also while an agent holds it. */
const maxAgeMs = 60 * minuteMs
/** Within it, what is published a second time is refused. */
const duplicateWindowMs = 2 * minuteMs
const maxMessageBytes = 512 * 1024
const apiTimeoutMs = 10_000
/** Asked again and again while runs wait: a node that was asked while there was no leader never answers. */
const consumerTimeoutMs = 1_500

/** Parcels of a lane that agents may have at a time. */
export const mostUnderWay = 20_000

/** What NATS says of the parcels of a lane. */
export type ConsumerState = {
  /** How many it has ever handed out, each as often as it was. */
  delivered: number
  /** In the stream, and not handed out. */
  waiting: number
  /** Questions for some. */
  asking: number
  /** Handed out and not answered. */
  underWay: number
}

/** Makes the streams of an installation and the consumers of its lanes, and keeps them as they should be. */
export async function openStreams(deps: {
  connection: NatsConnection
  installation: string
  replicas: number
  leaseMs: number
  limits: StreamLimits
  log: Logger
}) {
  const { installation, log, limits } = deps
  // Whether there is any is found out by making them, with an error that says more.
  const manager = await jetstreamManager(deps.connection, { checkAPI: false, timeout: apiTimeoutMs })
  const hasty = await jetstreamManager(deps.connection, { checkAPI: false, timeout: consumerTimeoutMs })

  async function ensureStreams(): Promise<void> {
    for (let index = 0; index < streamCount; index += 1) {
      const wanted = {
        name: streamName(installation, index),
        subjects: [subjectsOfStream(installation, index)],
        retention: RetentionPolicy.Workqueue,
        storage: StorageType.File,
        discard: DiscardPolicy.New,
        num_replicas: deps.replicas,
        max_bytes: limits.maxBytes,
        max_age: nanos(maxAgeMs),
        max_msg_size: maxMessageBytes,
        duplicate_window: nanos(duplicateWindowMs),
      }
      await ensureStream(manager, wanted, log)
    }
  }

  return {
    ensureStreams,

    async ensureConsumer({ stream, consumer, subject }: LaneNames): Promise<void> {
      // Made by several servers at once it is made once: all ask for the same.
      await hasty.consumers.add(stream, {
        durable_name: consumer,
        filter_subject: subject,
        ack_policy: AckPolicy.Explicit,
        deliver_policy: DeliverPolicy.All,
        replay_policy: ReplayPolicy.Instant,
        ack_wait: nanos(deps.leaseMs),
        // We count ourselves.
        max_deliver: -1,
        max_ack_pending: mostUnderWay,
        max_waiting: 512,
        inactive_threshold: nanos(limits.idleConsumerMs),
      })
    },

    async consumerState({ stream, consumer, subject }: LaneNames): Promise<ConsumerState> {
      // Whoever leads the stream knows what is in it. The consumer may be led by a node that has not heard of it.
      const { state } = await hasty.streams.info(stream, { subjects_filter: subject })
      const info = await hasty.consumers.info(stream, consumer)
      return {
        delivered: info.delivered.consumer_seq,
        waiting: (state.subjects?.[subject] ?? 0) - info.num_ack_pending,
        asking: info.num_waiting,
        underWay: info.num_ack_pending,
      }
    },

    async removeConsumer({ stream, consumer }: LaneNames): Promise<void> {
      await hasty.consumers.delete(stream, consumer)
    },

    /** The subjects with messages, of these streams. */
    async subjectsInUse(indexes: Iterable<number>): Promise<string[]> {
      const subjects: string[] = []
      for (const index of indexes) {
        const { state } = await manager.streams.info(streamName(installation, index), {
          subjects_filter: subjectsOfStream(installation, index),
        })
        subjects.push(...Object.keys(state.subjects ?? {}))
      }
      return subjects
    },
  }
}

export type Streams = Awaited<ReturnType<typeof openStreams>>

type WantedStream = Parameters<JetStreamManager['streams']['add']>[0] & { name: string }

async function ensureStream(manager: JetStreamManager, wanted: WantedStream, log: Logger): Promise<void> {
  const found = await manager.streams.info(wanted.name).catch((error: unknown) => {
    if (isNotFound(error)) return null
    throw error
  })
  if (found === null) {
    // Another server may make it at the same moment, by the same settings: that is no error to NATS.
    await manager.streams.add(wanted)
    return
  }
  const changed = (
    ['num_replicas', 'max_bytes', 'max_age', 'max_msg_size', 'duplicate_window'] as const
  ).filter((name) => found.config[name] !== wanted[name])
  if (changed.length === 0) return
  await manager.streams.update(wanted.name, { ...found.config, ...wanted })
  log.info({ stream: wanted.name, changed }, 'changed the settings of a stream')
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 10_059
}
