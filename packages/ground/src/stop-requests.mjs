// Plain JavaScript without dependencies: the start scripts use it on the host's Node, before any package is there.

/** Signals that arrive within this time of the one that began a request to stop belong to it. */
export const sameRequestMs = 2000

/**
 * Tells a second request to stop from further copies of the first one. Ctrl-C and service managers signal a whole
 * process group, and npm and our start script pass on what they get, so that a program hears of one request two or
 * three times; it must not take that for impatience and drop what it was going to finish.
 *
 * @param {{ clock: { now(): number } }} dependencies a monotonic clock, in milliseconds: setting the time of day
 *   must not turn a copy into a second request
 */
export function createStopRequests({ clock }) {
  /** @type {number | null} */
  let begunAt = null
  return {
    /**
     * Classifies the signal that has just arrived.
     *
     * @returns {'first' | 'copy' | 'again'}
     */
    classify() {
      const now = clock.now()
      if (begunAt !== null && now - begunAt < sameRequestMs) return 'copy'
      const isFirst = begunAt === null
      begunAt = now
      return isFirst ? 'first' : 'again'
    },
  }
}
