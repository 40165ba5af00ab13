import type { ChangeFeed } from '../src/change-feed.ts'

/** A feed of which the test says when something is written. */
export type ScriptedFeed = ChangeFeed & {
  /** Something is written, and everybody is told. */
  write(): void
  listenerCount(): number
}

export function createScriptedFeed(): ScriptedFeed {
  const listeners = new Set<() => void>()
  let version = 0
  return {
    version: () => version,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    write() {
      version += 1
      for (const listener of listeners) listener()
    },
    listenerCount: () => listeners.size,
  }
}
