import type { ChangeFeed } from '@sonde/ground/change-feed.ts'
import type { Clock } from '@sonde/ground/clock.ts'

/** How soon it is noticed that another program has written, or that the clock was set. */
const lookMs = 500
/** A clock that gains or loses as much between two looks was set. It may stand still where a test holds it. */
const stepForwardMs = 250
const stepBackMs = 1_000

export type ChangeWatch = ChangeFeed & {
  /** This program has written, or is about to. */
  look(): void
  /** This program has written, since the last look and alone, what nobody waits for. */
  pass(): void
  close(): void
}

/**
 * Notices every commit on a database by a number that changes with it: those of this program at once, those of others
 * within half a second. `readVersion` may fail: then whoever reads is to find out why.
 */
export function createChangeWatch({
  readVersion,
  clock,
  steadyMs = () => performance.now(),
}: {
  readVersion(): number
  clock: Clock
  steadyMs?: () => number
}): ChangeWatch {
  const listeners = new Set<() => void>()
  let version = 0
  let rowVersion: number | null = null
  let aheadMs = clock.now() - steadyMs()
  let timer: NodeJS.Timeout | null = null
  let isClosed = false

  function look(): void {
    if (isClosed) return
    const rows = rowVersionNow()
    const stepMs = clock.now() - steadyMs() - aheadMs
    aheadMs += stepMs
    const isClockSet = stepMs >= stepForwardMs || stepMs <= -stepBackMs
    if (rows !== null && rows === rowVersion && !isClockSet) return
    rowVersion = rows
    version += 1
    for (const listener of listeners) listener()
  }

  function rowVersionNow(): number | null {
    try {
      return readVersion()
    } catch {
      return null
    }
  }

  function stopTimer(): void {
    if (timer !== null) clearInterval(timer)
    timer = null
  }

  return {
    look,
    pass() {
      rowVersion = rowVersionNow()
    },
    version() {
      // While somebody listens it is known anyway: to ask costs more than most looks.
      if (timer === null) look()
      return version
    },
    subscribe(listener) {
      if (timer === null && !isClosed) {
        look()
        timer = setInterval(look, lookMs)
        timer.unref()
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) stopTimer()
      }
    },
    close() {
      isClosed = true
      stopTimer()
    },
  }
}
