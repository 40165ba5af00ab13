import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { addTimes, createTiming } from '@sonde/analytics/prometheus/histogram.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import { minuteMs } from '@sonde/ground/durations.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { jetstream } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { suiteTypes } from '../memory-queue.ts'
import { packParcel, type Parcel } from '../parcels.ts'
import type { ParcelOutcome } from '../run-queue.ts'
import type { Streams } from './streams.ts'
import { namesOf } from './subjects.ts'

export type PublishTimes = {
  /** How long an acknowledgement may take. */
  answerMs: number
  pauseMs: number
  /** After its slot, or after it was to be published. */
  latestMs: number
  /** How often it is tried whether NATS takes runs again. */
  probeMs: number
}

export const publishTimes: PublishTimes = { answerMs: 1_000, pauseMs: 250, latestMs: 15_000, probeMs: 1_000 }

/** What an operator is told of once is no news for a minute. */
const warnEveryMs = minuteMs

/** Most are fetched within moments; those that are not are unpacked. */
const mostRemembered = 32

/** Publishes until it is acknowledged, with the same id, so that nothing is there twice. */
export function createParcelPublisher(deps: {
  connection: NatsConnection
  installation: string
  clock: Clock
  log: Logger
  times: PublishTimes
  streams: Pick<Streams, 'ensureStreams'>
  /** Whether every agent of the place takes runs of the type: otherwise they wait by themselves. */
  isForAll(place: string, checkType: Parcel['checkType']): boolean
}) {
  const { clock, log, times } = deps
  const client = jetstream(deps.connection)
  const counts: Record<ParcelOutcome | 'again', number> = {
    new: 0,
    duplicate: 0,
    again: 0,
    dropped: 0,
    failed: 0,
  }
  const publishing = createTiming([0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10])
  /** Published lately, and not fetched by this server yet. */
  const remembered = new Map<string, Parcel>()
  let warnedAt = -Infinity
  /** Since when, by the steady clock, nothing was acknowledged, and where. */
  let stalled: { sinceMs: number; subject: string; parcel: Parcel } | null = null
  let isProbing = false
  let repairing: Promise<void> | null = null

  /**
   * Streams that somebody has deleted are made anew. Nobody waits for it: of a stream that has lost its leader NATS says
   * the same, does not answer for seconds, and takes runs as soon as there is another.
   */
  function repair(): void {
    repairing ??= deps.streams
      .ensureStreams()
      .catch(() => undefined)
      .finally(() => (repairing = null))
  }

  function subjectOf({ place, line, checkType }: Parcel, isTyped: boolean): string {
    return namesOf(deps.installation, { place, line, checkType: isTyped ? checkType : null }).subject
  }

  /** Suites wait by themselves: an agent that has no room for one has room for others of their line. */
  function isApart({ place, checkType }: Parcel): boolean {
    return suiteTypes.has(checkType) || !deps.isForAll(place, checkType)
  }

  function warnOfFullStream(parcel: Parcel): void {
    if (clock.now() - warnedAt < warnEveryMs) return
    warnedAt = clock.now()
    log.warn({ place: parcel.place }, 'NATS has no room for more runs: they are dropped')
  }

  async function send(subject: string, parcel: Parcel, body: Buffer): Promise<{ duplicate: boolean }> {
    const beganMs = performance.now()
    try {
      const answer = await client.publish(subject, body, { msgID: parcel.id, timeout: times.answerMs })
      stalled = null
      return answer
    } catch (error) {
      if (isUnanswered(error)) repair()
      stalled = isFull(error) ? null : (stalled ?? { sinceMs: beganMs, subject, parcel })
      if (stalled !== null && !isProbing) void probe()
      throw error
    }
  }

  /**
   * A server that has left its shards to others publishes nothing any more by which it could know that NATS takes runs again.
   * Whoever gets a parcel without runs throws it away.
   */
  async function probe(): Promise<void> {
    isProbing = true
    while (stalled !== null && !deps.connection.isClosed()) {
      const { subject, parcel } = stalled
      await delay(times.probeMs, undefined, { ref: false })
      const empty = { ...parcel, id: randomUUID(), waitingSince: clock.now(), runs: [] }
      if (stalled !== null) await send(subject, empty, packParcel(empty)).catch(() => undefined)
    }
    isProbing = false
  }

  async function publish(subject: string, parcel: Parcel): Promise<ParcelOutcome> {
    const body = packParcel(parcel)
    const until = Math.max(clock.now(), parcel.slotAt) + times.latestMs
    for (let tries = 1; ; tries += 1) {
      try {
        const { duplicate } = await send(subject, parcel, body)
        // What was tried before may have arrived without an answer.
        return duplicate && tries === 1 ? 'duplicate' : 'new'
      } catch (error) {
        if (isFull(error)) {
          warnOfFullStream(parcel)
          return 'dropped'
        }
        if (clock.now() >= until || deps.connection.isClosed()) {
          log.error({ err: error, place: parcel.place, runs: parcel.runs.length }, 'runs were not published')
          return 'failed'
        }
        counts.again += 1
        await delay(times.pauseMs)
      }
    }
  }

  /** Before it is published: it may be fetched before that is acknowledged. */
  function remember(parcel: Parcel): void {
    remembered.set(parcel.id, parcel)
    for (const id of remembered.keys()) {
      if (remembered.size <= mostRemembered) return
      remembered.delete(id)
    }
  }

  return {
    counts: (): Readonly<typeof counts> => counts,
    publishing,
    stalledMs: (): number | null => (stalled === null ? null : performance.now() - stalled.sinceMs),
    /** `isTyped`: for those alone who take its type. */
    async publish(parcel: Parcel, isTyped = isApart(parcel)) {
      const subject = subjectOf(parcel, isTyped)
      const beganMs = performance.now()
      remember(parcel)
      const outcome = await publish(subject, parcel)
      // The one that waits in NATS was published by somebody else, or not lately.
      if (outcome === 'duplicate') remembered.delete(parcel.id)
      counts[outcome] += 1
      if (outcome !== 'failed') addTimes(publishing, [performance.now() - beganMs])
      return { outcome, subject }
    },
    /** What this server has published itself need not be unpacked. Each is given back once. */
    takeRemembered(id: string): Parcel | null {
      const parcel = remembered.get(id) ?? null
      remembered.delete(id)
      return parcel
    },
  }
}

function isFull(error: unknown): boolean {
  return error instanceof Error && error.message.includes('maximum bytes exceeded')
}

/** Nobody listens to the subject: there is no such stream (any more), or nobody leads it at the moment. */
function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.name === 'JetStreamNotEnabled'
}
