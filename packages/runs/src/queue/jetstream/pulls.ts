import type { StandingTrouble } from '@sonde/ground/standing-trouble.ts'
import { type Msg, nanos, type NatsConnection, type Subscription } from '@nats-io/transport-node'
import type { LaneNames } from './subjects.ts'

export type PullTimes = {
  /** How long one question for parcels stands, at most. */
  expiresMs: number
  /** The same while parcels come: whoever gets some is gone, and is mostly served by another server next. */
  busyExpiresMs: number
  /** How long after a parcel others are expected. */
  busyMs: number
  /** After an answer that was none. */
  pauseMs: number
  /** How often NATS tells that the question stands: a leader that is gone has forgotten it. */
  signMs: number
}

export const pullTimes: PullTimes = {
  expiresMs: 20_000,
  // Over before the slots of the next second.
  busyExpiresMs: 600,
  busyMs: 3_000,
  pauseMs: 250,
  signMs: 1_500,
}

type Question = { left: number; silence: NodeJS.Timeout; subscription: Subscription }

/**
 * Asks NATS for the parcels of one lane as long as somebody waits for them, one question at a time. Only NATS ends one:
 * what it has sent to somebody who does not listen any more would come again when the lease of a minute is over. So that
 * none stands for long without anybody who waits, one of a lane that is still is for a single parcel, and one of a lane
 * that parcels come from is short.
 */
export function createPull(deps: {
  connection: NatsConnection
  names: LaneNames
  times: PullTimes
  /** Of all lanes: without NATS they ask in vain four times a second. */
  trouble: StandingTrouble
  /** How many parcels those who wait have room for; none: nobody waits. */
  wanted(): number
  /** How long the last of them will. */
  waitMs(): number
  /** Made when somebody first waits, and again when it is found to be gone. */
  ensureConsumer(): Promise<void>
  onParcel(message: Msg): void
}) {
  const { connection, names, times, trouble } = deps
  let isMade = false
  let isStopped = false
  let current: Question | null = null
  let isStarting = false
  let timer: NodeJS.Timeout | null = null
  let heardMs = -Infinity

  /** `isOver`: NATS has ended it, and nothing is on its way any more; otherwise that is still received. */
  function end({ isOver }: { isOver: boolean }): void {
    const ended = current
    current = null
    if (ended === null) return
    clearTimeout(ended.silence)
    if (connection.isClosed()) return
    if (isOver) ended.subscription.unsubscribe()
    else void ended.subscription.drain().catch(() => undefined)
  }

  function later(ms: number): void {
    if (timer !== null || isStopped) return
    timer = setTimeout(() => {
      timer = null
      void check()
    }, ms)
    timer.unref()
  }

  function hear(message: Msg, question: Question): void {
    const { headers } = message
    question.silence.refresh()
    if (headers === undefined || headers.code === 0) {
      question.left -= 1
      heardMs = performance.now()
      deps.onParcel(message)
      if (question.left > 0 || current !== question) return
      end({ isOver: true })
      return void check()
    }
    // 100 tells that it still stands; all others end it: over time, without a consumer, of a leader that is gone.
    if (headers.code === 100 || current !== question) return
    end({ isOver: true })
    if (headers.code === 503 || headers.code === 409) isMade = false
    if (headers.code === 408 || headers.code === 404) void check()
    else later(times.pauseMs)
  }

  async function ask(wanted: number): Promise<void> {
    if (!isMade) {
      await deps.ensureConsumer()
      isMade = true
    }
    if (isStopped || connection.isClosed()) return
    const isBusy = performance.now() - heardMs < times.busyMs
    const batch = isBusy ? wanted : 1
    const shortest = times.busyExpiresMs
    const expiresMs = isBusy ? shortest : Math.min(times.expiresMs, Math.max(shortest, deps.waitMs()))
    // NATS refuses signs that are not for at least two of them.
    const signMs = expiresMs >= 2 * times.signMs ? times.signMs : null
    const inbox = `_INBOX.${crypto.randomUUID()}`
    const silence = setTimeout(
      () => {
        if (current !== question) return
        end({ isOver: false })
        // Its leader is gone, or the consumer itself, of which nobody tells.
        isMade = false
        void check()
      },
      (signMs === null ? expiresMs + times.signMs : 2 * signMs) + times.pauseMs,
    )
    silence.unref()
    const question: Question = {
      left: batch,
      silence,
      subscription: connection.subscribe(inbox, {
        callback: (error, message) => {
          if (error === null) hear(message, question)
        },
      }),
    }
    current = question
    connection.publish(
      `$JS.API.CONSUMER.MSG.NEXT.${names.stream}.${names.consumer}`,
      JSON.stringify({
        batch,
        expires: nanos(Math.round(expiresMs)),
        ...(signMs === null ? {} : { idle_heartbeat: nanos(signMs) }),
      }),
      { reply: inbox },
    )
  }

  /** Asks, where somebody waits and nothing was asked. */
  async function check(): Promise<void> {
    if (current !== null || isStarting || isStopped) return
    const wanted = deps.wanted()
    if (wanted === 0) return
    isStarting = true
    try {
      await ask(wanted)
      trouble.worked()
    } catch (error) {
      isMade = false
      trouble.happened({ err: error, consumer: names.consumer })
      later(times.pauseMs)
    } finally {
      isStarting = false
    }
  }

  return {
    /** Somebody waits. */
    wake: (): void => void check(),
    stop(): void {
      isStopped = true
      if (timer !== null) clearTimeout(timer)
      end({ isOver: false })
    },
  }
}

export type Pull = ReturnType<typeof createPull>
