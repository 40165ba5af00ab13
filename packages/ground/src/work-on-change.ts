import type { ChangeFeed } from './change-feed.ts'
import { createChangeWait } from './change-wait.ts'
import type { Clock } from './clock.ts'
import type { Logger } from './logger.ts'
import type { RepeatingWork } from './repeat-work.ts'
import { createStandingTrouble } from './standing-trouble.ts'

/**
 * Does the work at once, and then whenever something was written or its time has come, never two rounds at a time and
 * with a pause in between. A round that fails is tried again after the pause, and told as a standing trouble. Without a
 * feed there is a round after every pause.
 */
export function workOnChange(options: {
  name: string
  pauseMs: number
  changes: ChangeFeed | null
  clock: Clock
  log: Logger
  /** Returns the time from which on there is something to do although nothing is written. */
  work(signal: AbortSignal): Promise<number>
}): RepeatingWork {
  const { name, changes, work } = options
  const stopping = new AbortController()
  const wait = createChangeWait({ ...options, keepsProcess: false })
  const trouble = createStandingTrouble({
    ...options,
    level: 'warn',
    message: `${name} failed; retrying`,
    overMessage: `${name} works again`,
  })
  let rounds: Promise<void> | null = null

  async function doRounds(): Promise<void> {
    while (!stopping.signal.aborted) {
      const version = changes?.version() ?? 0
      const nextAt = await doRound()
      if (!stopping.signal.aborted) await wait.until({ version, nextAt })
    }
  }

  async function doRound(): Promise<number> {
    try {
      const nextAt = await work(stopping.signal)
      trouble.worked()
      return nextAt
    } catch (error) {
      if (!stopping.signal.aborted) trouble.happened({ err: error })
      return -Infinity
    }
  }

  return {
    start() {
      rounds ??= doRounds()
    },
    async stop() {
      stopping.abort()
      wait.wake()
      await rounds
    },
  }
}
