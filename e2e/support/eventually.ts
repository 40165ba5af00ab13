import { setTimeout as delay } from 'node:timers/promises'

/**
 * How long a test waits for what must come, on any machine and beside any load. It ends what will never succeed, with
 * words, before the limit of the test does; it is no figure of the product.
 */
export const patienceMs = 120_000

type Found<T> = Exclude<T, null | undefined | false>

/**
 * How long it is until the next question: a tenth of what was waited. Questions are processor time of whoever is asked, and
 * a test that waits for seconds is in no hurry for milliseconds.
 */
const pauses = { leastMs: 50, mostMs: 250 }

/**
 * Asks again and again until there is an answer, and returns it. Null, undefined and false are none. `everyMs` is for what
 * is soon over again.
 */
export async function eventually<T>(
  what: string,
  probe: () => T | Promise<T>,
  { timeoutMs = patienceMs, everyMs }: { timeoutMs?: number; everyMs?: number } = {},
): Promise<Found<T>> {
  const startedMs = performance.now()
  for (;;) {
    const answer = await probe()
    if (isFound(answer)) return answer
    const waitedMs = performance.now() - startedMs
    if (waitedMs > timeoutMs) throw new Error(`not within ${timeoutMs} ms: ${what}`)
    await delay(everyMs ?? Math.min(Math.max(waitedMs / 10, pauses.leastMs), pauses.mostMs))
  }
}

function isFound<T>(answer: T): answer is Found<T> {
  return answer !== null && answer !== undefined && answer !== false
}
