import { setTimeout as delay } from 'node:timers/promises'

/**
 * How long a test waits for what must come, on any machine and beside any load. It ends what will never succeed, with
 * words, before the limit of the test does; it is no figure of the product.
 */
export const patienceMs = 120_000

type Found<T> = Exclude<T, null | undefined | false>

/**
 * Asks again and again until there is an answer, and returns it. Null, undefined and false are none.
 */
export async function eventually<T>(
  what: string,
  probe: () => T | Promise<T>,
  { timeoutMs = patienceMs, everyMs = 50 }: { timeoutMs?: number; everyMs?: number } = {},
): Promise<Found<T>> {
  const deadlineMs = performance.now() + timeoutMs
  for (;;) {
    const answer = await probe()
    if (isFound(answer)) return answer
    if (performance.now() > deadlineMs) throw new Error(`not within ${timeoutMs} ms: ${what}`)
    await delay(everyMs)
  }
}

function isFound<T>(answer: T): answer is Found<T> {
  return answer !== null && answer !== undefined && answer !== false
}
