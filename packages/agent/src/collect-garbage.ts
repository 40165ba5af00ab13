import { Session } from 'node:inspector/promises'
import { secondMs } from '@sonde/ground/durations.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { trimHeap } from '@sonde/sandbox/trim-heap.ts'

/** By then the first round of every job is over. */
const settledMs = 15 * secondMs

/** A program that holds so much collects by itself, and must not stand still for the time that all of it would take. */
const largestHeapBytes = 100_000_000

/**
 * Loading the program leaves a fifth of the heap as garbage and a young generation that has grown to its limit. V8 gives
 * both back when it needs memory, which one with little to do never does: it would keep 25 MB for good. The C library
 * keeps another 15 MB that were freed in the middle of its heap.
 */
export function collectGarbageAfterStart({ log }: { log: Logger }): { cancel(): void } {
  const timer = setTimeout(() => {
    if (process.memoryUsage().heapUsed > largestHeapBytes) return
    collectGarbage()
      .then(trimHeap)
      .catch((error: unknown) => log.warn({ err: error }, 'memory used at start-up could not be released'))
  }, settledMs)
  timer.unref()
  return { cancel: () => clearTimeout(timer) }
}

/** By the one way that Node has for it without a flag. */
export async function collectGarbage(): Promise<void> {
  const session = new Session()
  session.connect()
  try {
    await session.post('HeapProfiler.collectGarbage')
  } finally {
    session.disconnect()
  }
}
