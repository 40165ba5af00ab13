/**
 * How late this thread handles what has happened. Times that are taken on it hold that delay, so whoever takes
 * them has to know it. The timer runs only while somebody measures.
 */
export type LoopWatch = {
  /** Begins a measurement; the function that it returns ends it and tells the longest delay meanwhile. */
  enter(): () => number
}

const tickMs = 20

/** Delays of this size are what a timer of a quiet thread has anyway. */
const usualMs = 2

type Delay = { atMs: number; delayMs: number }

export function createLoopWatch(): LoopWatch {
  let timer: NodeJS.Timeout | null = null
  let open = 0
  let expectedMs = 0
  /** The latest last; a delay that a later one exceeds is forgotten, so the first is the worst. */
  let delays: Delay[] = []

  function note(nowMs: number): void {
    const delayMs = nowMs - expectedMs
    if (delayMs <= usualMs) return
    while ((delays.at(-1)?.delayMs ?? Infinity) <= delayMs) delays.pop()
    delays.push({ atMs: nowMs, delayMs })
    if (delays.length > 1_000) delays = delays.slice(-500)
  }

  function tick(): void {
    const nowMs = performance.now()
    note(nowMs)
    expectedMs = nowMs + tickMs
    timer = setTimeout(tick, tickMs)
    timer.unref()
  }

  function worstSince(startedMs: number): number {
    const nowMs = performance.now()
    // The thread may have been held up until this very moment, and the tick be still to come.
    const currentMs = Math.max(0, nowMs - expectedMs)
    const worst = delays.find(({ atMs }) => atMs >= startedMs)?.delayMs ?? 0
    const delayMs = Math.max(worst, currentMs > usualMs ? currentMs : 0)
    return delayMs
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
      let isOpen = true
      return () => {
        const worstMs = worstSince(startedMs)
        if (!isOpen) return worstMs
        isOpen = false
        open -= 1
        if (open === 0 && timer !== null) {
          clearTimeout(timer)
          timer = null
          delays = []
        }
        return worstMs
      }
    },
  }
}
