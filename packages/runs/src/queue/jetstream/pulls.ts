import type { StandingTrouble } from '@sonde/ground/standing-trouble.ts'
import { type Msg, nanos, type NatsConnection, type Subscription } from '@nats-io/transport-node'
import type { LaneNames } from './subjects.ts'

export type PullTimes = {
  /** How long one question for parcels stands, at most. */
  expiresMs: number
  /** The same while parcels wait: whoever gets some is gone, and is mostly served by another server next. */
  busyExpiresMs: number
  /** A parcel that comes so soon after the question has waited, and others may wait behind it. */
  soonMs: number
  /** How long after such a parcel others are expected. */
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
  soonMs: 100,
  busyMs: 500,
  pauseMs: 250,
  signMs: 1_500,
}

type Question = { inbox: string; askedMs: number; left: number; silence: NodeJS.Timeout }

/**
 * Asks NATS for the parcels of one lane as long as somebody waits for them, one question at a time. Only NATS ends one:
 * what it has sent to somebody who does not listen any more would come again when the lease of a minute is over. So that
 * none stands for long without anybody who waits, one of a lane where nothing waits is for a single parcel, with which it is
 * over, and one of a lane where parcels wait is short.
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
  let lastParcelMs = -Infinity
  /** One for all questions: nodes of NATS tell each other of each. */
  const inboxes = `_INBOX.${crypto.randomUUID()}`
  let subscription: Subscription | null = null
  let questionCount = 0

  function end(): void {
    if (current !== null) clearTimeout(current.silence)
    current = null
  }

  function later(ms: number): void {
    if (timer !== null || isStopped) return
    timer = setTimeout(() => {
      timer = null
      void check()
    }, ms)
    timer.unref()
  }

  function hear(message: Msg): void {
    const { headers } = message
    if (headers === undefined || headers.code === 0) return hearParcel(message)
    const question = current?.inbox === message.subject ? current : null
    question?.silence.refresh()
    // 100 tells that it still stands; all others end it: over time, without a consumer, of a leader that is gone.
    if (headers.code === 100 || question === null) return
    end()
    if (headers.code === 503 || headers.code === 409) isMade = false
    if (headers.code === 408 || headers.code === 404) void check()
    else later(times.pauseMs)
  }

  /**
   * Parcels do not tell which question they answer. One for a question that was given up counts for the one after it, which
   * then ends sooner here than at NATS: what comes for it later is heard all the same.
   */
  function hearParcel(message: Msg): void {
    const now = performance.now()
    if (current === null || now - current.askedMs < times.soonMs) heardMs = now
    lastParcelMs = now
    deps.onParcel(message)
    if (current === null) return
    current.silence.refresh()
    current.left -= 1
    if (current.left > 0) return
    end()
    void check()
  }

  async function ask(wanted: number): Promise<void> {
    if (!isMade) {
      await deps.ensureConsumer()
      isMade = true
    }
    if (isStopped || connection.isClosed()) return
    const askedMs = performance.now()
    const isBusy = askedMs - heardMs < times.busyMs
    const batch = isBusy ? wanted : 1
    const shortest = times.busyExpiresMs
    const expiresMs = isBusy ? shortest : Math.min(times.expiresMs, Math.max(shortest, deps.waitMs()))
    // NATS refuses signs that are not for at least two of them.
    const signMs = expiresMs >= 2 * times.signMs ? times.signMs : null
    subscription ??= connection.subscribe(`${inboxes}.*`, {
      callback: (error, message) => {
        if (error === null) hear(message)
      },
    })
    questionCount += 1
    const inbox = `${inboxes}.${questionCount}`
    const silence = setTimeout(
      () => {
        if (current !== question) return
        end()
        // Its leader is gone, or the consumer itself, of which nobody tells.
        isMade = false
        void check()
      },
      (signMs === null ? expiresMs + times.signMs : 2 * signMs) + times.pauseMs,
    )
    silence.unref()
    const question: Question = { inbox, askedMs, left: batch, silence }
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
    /** Asks, and has heard nothing for so long. */
    isSilent: (ms: number): boolean => current !== null && performance.now() - lastParcelMs >= ms,
    /** Somebody waits. */
    wake: (): void => void check(),
    stop(): void {
      isStopped = true
      if (timer !== null) clearTimeout(timer)
      end()
      // What is on its way is still received.
      if (!connection.isClosed()) void subscription?.drain().catch(() => undefined)
    },
  }
}

export type Pull = ReturnType<typeof createPull>
