import { setTimeout as delay } from 'node:timers/promises'
import { isShortage } from './process-table.ts'

/** How long processes may take to be gone after SIGKILL before their slot is taken out of use. */
const patienceMs = 10_000
const longestPauseMs = 100

/**
 * Repeats a pass that ends what it finds until one has found nothing; false when time is over. One that could not look, for lack of
 * descriptors, has found out nothing.
 */
export async function untilGone(pass: () => boolean | Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + patienceMs
  for (let pauseMs = 1; !(await hasPassed(pass)); pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    if (performance.now() > deadline) return false
    await delay(pauseMs)
  }
  return true
}

async function hasPassed(pass: () => boolean | Promise<boolean>): Promise<boolean> {
  try {
    return await pass()
  } catch (error) {
    if (isShortage(error)) return false
    throw error
  }
}
