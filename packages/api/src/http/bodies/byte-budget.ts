import type { Clock } from '@sonde/ground/clock.ts'

/** Bytes of one body: as many as it may have are set aside before it is read, and those that come are counted. */
export type BodyBytes = {
  count(bytes: number): void
  /** Nothing more comes: what was set aside and did not come is free again. */
  end(): void
}

export type ByteAdmission = { kind: 'admitted'; body: BodyBytes } | { kind: 'refused'; retryAfterMs: number }

type Window = {
  /** Oldest first; `at` is when the step began, and what came in it is forgotten a window after its end. */
  steps: { at: number; bytes: number }[]
  counted: number
  /** For bodies that are being read. */
  setAside: number
}

/** Into how many steps a window is divided, so that memory does not follow the number of requests. */
const stepsOfWindow = 100

/**
 * A sliding window of bytes for each key: any span of `windowMs` holds at most `max` of them. What a body may need is
 * set aside before it is read, so that of many that come at once each is either read whole or refused at the door:
 * counted as they arrive, all of them could be cut off in the middle, again and again.
 */
export function createByteBudget(options: { max: number; windowMs: number; clock: Clock }) {
  const { max, windowMs, clock } = options
  const stepMs = windowMs / stepsOfWindow
  const windows = new Map<string, Window>()
  let sweepAt = clock.now() + windowMs

  function windowOf(key: string, now: number): Window {
    // A clock that was set back would leave the next time far ahead.
    if (now >= sweepAt || now < sweepAt - windowMs) sweep(now)
    let window = windows.get(key)
    if (window === undefined) {
      window = { steps: [], counted: 0, setAside: 0 }
      windows.set(key, window)
    }
    dropExpired(window, now)
    return window
  }

  function dropExpired(window: Window, now: number): void {
    // Stamps of the future, from before the clock was set back, must not lock anybody out for longer than one window.
    const isCounted = (at: number) => at + stepMs > now - windowMs && at <= now
    let expired = 0
    for (const { at, bytes } of window.steps) {
      if (isCounted(at)) break
      window.counted -= bytes
      expired += 1
    }
    if (expired > 0) window.steps.splice(0, expired)
  }

  function add(window: Window, now: number, bytes: number): void {
    const last = window.steps.at(-1)
    if (last !== undefined && now - last.at < stepMs) last.bytes += bytes
    else window.steps.push({ at: now, bytes })
    window.counted += bytes
  }

  /** When there is room for so many bytes, as far as the window can tell: others may be faster. */
  function retryAfterMs({ steps, counted, setAside }: Window, now: number, bytes: number): number {
    let excess = counted + setAside + bytes - max
    for (const step of steps) {
      excess -= step.bytes
      if (excess <= 0) return step.at + stepMs + windowMs - now
    }
    // It waits for bodies that are being read.
    return stepMs
  }

  function sweep(now: number): void {
    sweepAt = now + windowMs
    for (const [key, window] of windows) {
      dropExpired(window, now)
      if (window.counted === 0 && window.setAside === 0) windows.delete(key)
    }
  }

  return {
    /** For a body of at most so many bytes. */
    admit(key: string, mostBytes: number): ByteAdmission {
      const now = clock.now()
      const window = windowOf(key, now)
      let rest = Math.min(mostBytes, max)
      if (window.counted + window.setAside + rest > max) {
        return { kind: 'refused', retryAfterMs: retryAfterMs(window, now, rest) }
      }
      window.setAside += rest
      return {
        kind: 'admitted',
        body: {
          count(bytes) {
            const ownShare = Math.min(rest, bytes)
            const later = clock.now()
            const current = windowOf(key, later)
            rest -= ownShare
            current.setAside -= ownShare
            add(current, later, bytes)
          },
          end() {
            window.setAside -= rest
            rest = 0
          },
        },
      }
    },
    size: () => windows.size,
  }
}
