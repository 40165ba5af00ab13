import { setTimeout as delay } from 'node:timers/promises'

type Found<T> = Exclude<T, null | undefined | false>

/**
 * Asks again and again until there is an answer, and returns it. Null, undefined and false are none. The deadline
 * is there to end a test that will never succeed, with words: it is generous, and no figure of the product.
 */
export async function eventually<T>(
  what: string,
  probe: () => T | Promise<T>,
  { timeoutMs = 30_000, everyMs = 50 }: { timeoutMs?: number; everyMs?: number } = {},
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
