import type { HealthFacts } from './health-answer.ts'

const states = ['starting', 'ready', 'draining'] as const

/** Places of the words. Times are seconds of the kernel's monotonic clock, which all threads share. */
const stateWord = 0
const contactWord = 1
const turnWord = 2

export const boardWords = 3

/** What the main thread tells the thread that answers health probes, even while it is busy. */
export function createHealthBoard(memory: SharedArrayBuffer) {
  const words = new Int32Array(memory)
  return {
    setState(state: HealthFacts['state']): void {
      Atomics.store(words, stateWord, states.indexOf(state))
    },
    noteContact(sinceMs: number): void {
      Atomics.store(words, contactWord, nowSeconds() - Math.floor(sinceMs / 1_000))
    },
    noteTurn(): void {
      Atomics.store(words, turnWord, nowSeconds())
    },
    read(): HealthFacts {
      const now = nowSeconds()
      return {
        state: states[Atomics.load(words, stateWord)] ?? 'starting',
        sinceContactMs: (now - Atomics.load(words, contactWord)) * 1_000,
        stuckMs: (now - Atomics.load(words, turnWord)) * 1_000,
      }
    },
  }
}

function nowSeconds(): number {
  return Number(process.hrtime.bigint() / 1_000_000_000n)
}
