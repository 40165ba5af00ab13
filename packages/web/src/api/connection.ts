import { useSyncExternalStore } from 'react'

/** Whether the server answers; `since` is when it was last known to. */
export type Connection = { isAway: boolean; since: number }

let connection: Connection = { isAway: false, since: 0 }
const listeners = new Set<() => void>()

export function noteAnswer(now: number): void {
  if (connection.isAway) change({ isAway: false, since: now })
  else connection.since = now
}

export function noteSilence(): void {
  if (!connection.isAway) change({ isAway: true, since: connection.since })
}

function change(next: Connection): void {
  connection = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, () => connection)
}

/** Resolves as soon as the server answers again. */
export function untilAnswering(): Promise<void> {
  if (!connection.isAway) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = subscribe(() => {
      if (connection.isAway) return
      stop()
      resolve()
    })
  })
}
