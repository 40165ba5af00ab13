import { takeNumbers } from '@sonde/store/engine/counters.ts'
import type { Store } from '@sonde/store/engine/store.ts'

/** Numbers of results are taken from the database in blocks. */
const numbersPerBlock = 10_000

/** Hands out the numbers by which results are known, each once. */
export function createResultNumbers(store: Store): (count: number) => Promise<number[]> {
  let nextNumber = 0
  let lastNumber = -1
  let refill: Promise<void> | null = null

  async function takeBlock(): Promise<void> {
    nextNumber = await store.write((db) => takeNumbers(db, 'check_run_id', numbersPerBlock))
    lastNumber = nextNumber + numbersPerBlock - 1
  }

  return async (count) => {
    const numbers: number[] = []
    while (numbers.length < count) {
      if (nextNumber > lastNumber) {
        // One block for all who wait for it: with two, the lower one might be used after the higher.
        refill ??= takeBlock().finally(() => (refill = null))
        await refill
      } else {
        numbers.push(nextNumber)
        nextNumber += 1
      }
    }
    return numbers
  }
}
