/** Starts runs one after the other, so that starting many does not hold up those that are being timed already. */
export type StartPace = {
  /** Calls `start` soon: at once when there is nothing to wait for. */
  add(start: () => void): void
  /** Those that were added and not started yet. */
  readonly waiting: number
}

/**
 * What starting may take of a turn of the event loop. Whatever waits for this thread meanwhile (a connection that was
 * made, an answer that came) is timed as if its target had been slower by that much.
 */
const turnMs = 5

export function createStartPace({
  nowMs = () => performance.now(),
  nextTurn = (work: () => void) => void setImmediate(work),
}: { nowMs?: () => number; nextTurn?: (work: () => void) => void } = {}): StartPace {
  let queue: (() => void)[] = []
  let first = 0
  /** When the starting of this turn began; null while there is nothing to wait for. */
  let turnBeganMs: number | null = null

  /** Starts what fits into this turn, and goes on in the next one. */
  function startSome(): void {
    if (turnBeganMs === null) {
      turnBeganMs = nowMs()
      // Also after the last one: others may be added in this very turn, and share what it may take.
      nextTurn(beginTurn)
    }
    while (first < queue.length && nowMs() - turnBeganMs < turnMs) {
      const start = queue[first]
      first += 1
      start?.()
    }
    if (first < queue.length) return
    queue = []
    first = 0
  }

  function beginTurn(): void {
    turnBeganMs = null
    if (queue.length > 0) startSome()
  }

  return {
    get waiting() {
      return queue.length - first
    },
    add(start) {
      queue.push(start)
      startSome()
    },
  }
}
