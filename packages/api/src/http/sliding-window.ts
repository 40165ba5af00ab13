import type { Clock } from '@sonde/ground/clock.ts'

type Window = {
  /** Times of the counted requests, oldest at `head`; a ring that grows up to the limit. */
  times: Float64Array
  head: number
  count: number
}

export type Hit = {
  allowed: boolean
  /** Requests that may still follow now. */
  remaining: number
  /** When the window frees a slot: the next one when none is left, else the oldest counted one. */
  freesAt: number
}

const firstCapacity = 8

/**
 * Exact sliding window: any span of `windowMs` holds at most `max` counted requests. Refused requests are
 * not counted, so a client that keeps knocking is let in as soon as a slot is free.
 */
export function createSlidingWindow(options: { max: number; windowMs: number; clock: Clock }) {
  const { max, windowMs, clock } = options
  const windows = new Map<string, Window>()
  let sweepAt = clock.now() + windowMs

  function hit(key: string): Hit {
    const now = clock.now()
    // A clock that was set back would leave the next time far ahead.
    if (now >= sweepAt || now < sweepAt - windowMs) sweep(now)
    let window = windows.get(key)
    if (!window) {
      window = { times: new Float64Array(Math.min(firstCapacity, max)), head: 0, count: 0 }
      windows.set(key, window)
    }
    dropExpired(window, now)
    const allowed = window.count < max
    if (allowed) append(window, now)
    return {
      allowed,
      remaining: max - window.count,
      freesAt: timeAt(window, 0) + windowMs,
    }
  }

  function dropExpired(window: Window, now: number): void {
    while (window.count > 0) {
      const oldest = timeAt(window, 0)
      // A clock stepped backwards leaves stamps of the future: they must not lock the client out for longer
      // than one window.
      if (oldest > now - windowMs && oldest <= now) break
      window.head = (window.head + 1) % window.times.length
      window.count -= 1
    }
  }

  function timeAt(window: Window, index: number): number {
    return window.times[(window.head + index) % window.times.length] ?? 0
  }

  function append(window: Window, now: number): void {
    if (window.count === window.times.length) {
      const grown = new Float64Array(Math.min(max, window.times.length * 4))
      for (let index = 0; index < window.count; index += 1) grown[index] = timeAt(window, index)
      window.times = grown
      window.head = 0
    }
    window.times[(window.head + window.count) % window.times.length] = now
    window.count += 1
  }

  /** Forgets keys without a request in the window, so that memory follows traffic and not history. */
  function sweep(now: number): void {
    sweepAt = now + windowMs
    for (const [key, window] of windows) {
      dropExpired(window, now)
      if (window.count === 0) windows.delete(key)
    }
  }

  return { hit, size: () => windows.size }
}
