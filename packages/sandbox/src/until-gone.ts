import { setTimeout as delay } from 'node:timers/promises'

/** How long processes may take to be gone after SIGKILL before their slot is taken out of use. */
const patienceMs = 10_000
const longestPauseMs = 100

/** Repeats a pass that ends what it finds until one has found nothing; false when time is over. */
export async function untilGone(pass: () => boolean | Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + patienceMs
  for (let pauseMs = 1; !(await pass()); pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    if (performance.now() > deadline) return false
    await delay(pauseMs)
  }
  return true
}
