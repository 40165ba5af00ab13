import { type Clock, steadyClock } from './clock.ts'
import type { Logger } from './logger.ts'
import { createStandingTrouble } from './standing-trouble.ts'

export type RepeatingWork = {
  start(): void
  /** Resolves when the round that is under way has ended. */
  stop(): Promise<void>
}

/**
 * Does the work and then again and again, with a pause in between, so that rounds never overlap. A
 * round that fails is tried again with the next one, and told as a standing trouble. `work` looks at the signal to end early.
 */
export function repeatWork(options: {
  name: string
  pauseMs: number
  /** Before the first round; it begins at once unless told. */
  firstAfterMs?: number
  log: Logger
  clock?: Clock
  work(signal: AbortSignal): Promise<unknown>
}): RepeatingWork {
  const { name, pauseMs, firstAfterMs = 0, log, clock = steadyClock, work } = options
  const stopping = new AbortController()
  const trouble = createStandingTrouble({
    clock,
    log,
    level: 'warn',
    message: `${name} failed; retrying`,
    overMessage: `${name} works again`,
  })
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> | null = null

  async function doRound(): Promise<void> {
    try {
      await work(stopping.signal)
      trouble.worked()
    } catch (error) {
      if (!stopping.signal.aborted) trouble.happened({ err: error })
    }
    if (stopping.signal.aborted) return
    beginAfter(pauseMs)
  }

  function beginAfter(ms: number): void {
    timer = setTimeout(begin, ms)
    timer.unref()
  }

  function begin(): void {
    round = doRound()
  }

  return {
    start() {
      if (round !== null || timer !== undefined) return
      if (firstAfterMs === 0) begin()
      else beginAfter(firstAfterMs)
    },
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await round
    },
  }
}

export function isStopped(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true
}
