import type { StandingTrouble } from '@sonde/ground/standing-trouble.ts'
import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node'
import type { LaneNames } from './subjects.ts'

export type PullTimes = {
  /** How long one question for parcels stands. */
  expiresMs: number
  /** How long it stands on when nobody waits any more: mostly somebody asks again at once. */
  graceMs: number
  /** After an answer that was none. */
  pauseMs: number
  /** How often NATS tells that the question stands: a leader that is gone has forgotten it. */
  signMs: number
}

export const pullTimes: PullTimes = { expiresMs: 20_000, graceMs: 300, pauseMs: 250, signMs: 1_500 }

type Question = { left: number; silence: NodeJS.Timeout; subscription: Subscription }

/**
 * Asks NATS for the parcels of one lane as long as somebody waits for them: one question at a time, of as many parcels
 * as there is room for.
 */
export function createPull(deps: {
  connection: NatsConnection
  names: LaneNames
  times: PullTimes
  /** Of all lanes: without NATS they ask in vain four times a second. */
  trouble: StandingTrouble
  /** How many parcels those who wait have room for; none: nobody waits. */
  wanted(): number
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

  function end(): void {
    const ended = current
    current = null
    if (ended === null) return
    clearTimeout(ended.silence)
    // What is on its way is still received.
    if (!connection.isClosed()) void ended.subscription.drain().catch(() => undefined)
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
      deps.onParcel(message)
      if (question.left > 0 || current !== question) return
      end()
      return void check()
    }
    // 100 tells that it still stands; all others end it: over time, without a consumer, of a leader that is gone.
    if (headers.code === 100 || current !== question) return
    end()
    if (headers.code === 503 || headers.code === 409) isMade = false
    if (headers.code === 408 || headers.code === 404) void check()
    else later(times.pauseMs)
  }

  async function ask(batch: number): Promise<void> {
    if (!isMade) {
      await deps.ensureConsumer()
      isMade = true
    }
    if (isStopped || connection.isClosed()) return
    const inbox = `_INBOX.${crypto.randomUUID()}`
    const silence = setTimeout(
      () => {
        if (current !== question) return
        end()
        // Its leader is gone, or the consumer itself, of which nobody tells.
        isMade = false
        void check()
      },
      2 * times.signMs + times.pauseMs,
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
    const [expires, sign] = [times.expiresMs * 1_000_000, times.signMs * 1_000_000]
    connection.publish(
      `$JS.API.CONSUMER.MSG.NEXT.${names.stream}.${names.consumer}`,
      JSON.stringify({ batch, expires, idle_heartbeat: sign }),
      { reply: inbox },
    )
  }

  /** Asks, where somebody waits and nothing was asked. */
  async function check(): Promise<void> {
    if (current !== null || isStarting || isStopped) return
    const batch = deps.wanted()
    if (batch === 0) return
    isStarting = true
    try {
      await ask(batch)
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
    /** Somebody has gone. */
    leave(): void {
      if (current === null || deps.wanted() > 0) return
      const grace = setTimeout(() => {
        if (deps.wanted() === 0) end()
      }, times.graceMs)
      grace.unref()
    },
    stop(): void {
      isStopped = true
      if (timer !== null) clearTimeout(timer)
      end()
    },
  }
}

export type Pull = ReturnType<typeof createPull>
