import { type Clock, steadyClock } from '@sonde/ground/clock.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { createStandingTrouble } from '@sonde/ground/standing-trouble.ts'
import { type SignOfLife, signEveryMs } from './sign-of-life.ts'

/** Whoever answers the API takes pings, also while another server runs the checks. */
export function giveSigns({
  alive,
  log,
  clock = steadyClock,
}: {
  alive: SignOfLife
  log: Logger
  clock?: Clock
}) {
  const trouble = createStandingTrouble({
    clock,
    log,
    level: 'warn',
    message: 'could not record that pings are accepted',
    overMessage: 'it is recorded again that pings are accepted',
  })
  let timer: NodeJS.Timeout | null = null
  let last: Promise<void> = Promise.resolve()

  async function giveSign(): Promise<void> {
    try {
      await alive.sign()
      trouble.worked()
    } catch (error) {
      trouble.happened({ err: error })
    }
  }

  return {
    async start(): Promise<void> {
      await giveSign()
      timer = setInterval(() => {
        last = giveSign()
      }, signEveryMs)
      timer.unref()
    },
    async stop(): Promise<void> {
      if (timer !== null) clearInterval(timer)
      await last
    },
  }
}
