/**
 * Calls `onReached` after `ms`, unless it is cancelled before. After a time in which this thread was held up,
 * timers are handled before the answers that came meanwhile; an answer that was there in time must not lose to
 * its deadline, so it gets one more turn.
 */
export function startDeadline(ms: number, onReached: () => void): { cancel(): void } {
  let immediate: NodeJS.Immediate | null = null
  const timer = setTimeout(() => {
    immediate = setImmediate(() => {
      immediate = setImmediate(onReached)
    })
  }, ms)
  return {
    cancel() {
      clearTimeout(timer)
      if (immediate !== null) clearImmediate(immediate)
    },
  }
}
