import { useSyncExternalStore } from 'react'

const everyMs = 10_000
let now = Date.now()
let timer: ReturnType<typeof setInterval> | null = null
const listeners = new Set<() => void>()

/** One timer for all that shows a distance in time, and none while nothing does. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const each of listeners) each()
  }, everyMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0 && timer !== null) {
      clearInterval(timer)
      timer = null
    }
  }
}

/** The time, a few seconds old at most. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => {
    if (timer === null) now = Math.floor(Date.now() / everyMs) * everyMs
    return now
  })
}
