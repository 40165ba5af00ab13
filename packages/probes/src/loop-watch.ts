/**
 * How late this thread handles what has happened. Times that are taken on it hold that delay, so whoever takes
 * them has to know it. The timer runs only while somebody measures.
 */
export type LoopWatch = {
  /**
   * Begins a measurement; the function that it returns ends it and tells by how much all delays meanwhile may have
   * lengthened it: what waits for several things in turn is held up by each of them.
   */
  enter(): () => number
}

const tickMs = 10

/** Delays of this size are what a timer of a quiet thread has anyway. */
const usualMs = 2

export function createLoopWatch(): LoopWatch {
  let timer: NodeJS.Timeout | null = null
  let open = 0
  let expectedMs = 0
  /** Of all ticks so far. */
  let totalMs = 0

  /** The thread may have been held up until this very moment, and the tick be still to come. */
  function totalUntil(nowMs: number): number {
    const delayMs = nowMs - expectedMs
    return timer !== null && delayMs > usualMs ? totalMs + delayMs : totalMs
  }

  function tick(): void {
    const nowMs = performance.now()
    totalMs = totalUntil(nowMs)
    expectedMs = nowMs + tickMs
    timer = setTimeout(tick, tickMs)
    timer.unref()
  }

  return {
    enter() {
      const startedMs = performance.now()
      open += 1
      if (timer === null) {
        expectedMs = startedMs + tickMs
        timer = setTimeout(tick, tickMs)
        timer.unref()
      }
      const beforeMs = totalUntil(startedMs)
      let delayMs: number | null = null
      return () => {
        if (delayMs !== null) return delayMs
        const nowMs = performance.now()
        delayMs = Math.min(totalUntil(nowMs) - beforeMs, nowMs - startedMs)
        open -= 1
        if (open === 0 && timer !== null) {
          clearTimeout(timer)
          timer = null
        }
        return delayMs
      }
    },
  }
}
