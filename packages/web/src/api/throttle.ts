export type Throttle = {
  /** Acts at once, or as soon as it may again; once, however often it is asked until then. */
  ask(): void
  stop(): void
}

/** So that a burst of news costs the server one reading, and not one for each of them. */
export function createThrottle(everyMs: number, act: () => void): Throttle {
  let waiting: ReturnType<typeof setTimeout> | null = null
  let mayActAt = -Infinity
  return {
    ask() {
      waiting ??= setTimeout(
        () => {
          waiting = null
          mayActAt = performance.now() + everyMs
          act()
        },
        Math.max(0, mayActAt - performance.now()),
      )
    },
    stop() {
      if (waiting !== null) clearTimeout(waiting)
      waiting = null
    },
  }
}
