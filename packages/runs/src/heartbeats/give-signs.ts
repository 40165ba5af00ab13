import type { Logger } from '@sonde/ground/logger.ts'
import { type SignOfLife, signEveryMs } from './sign-of-life.ts'

/** Whoever answers the API takes pings, also while another server runs the checks. */
export function giveSigns({ alive, log }: { alive: SignOfLife; log: Logger }) {
  let timer: NodeJS.Timeout | null = null
  let last: Promise<void> = Promise.resolve()

  async function giveSign(): Promise<void> {
    try {
      await alive.sign()
    } catch (error) {
      log.warn({ err: error }, 'could not record that pings are accepted')
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
