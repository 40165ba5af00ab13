import { hasSessionEnded } from '@sonde/store/runs/check-sessions.ts'
import type { Db } from '@sonde/store/engine/store.ts'

/** Lets long polls hear of the end of a session. */
export type SessionWatch = {
  /** Resolves when something about the session has changed, or the signal aborts. */
  untilChanged(sessionId: string, signal: AbortSignal): Promise<void>
  changed(sessionId: string): void
}

export function createSessionWatch(): SessionWatch {
  const waiting = new Map<string, Set<() => void>>()
  return {
    untilChanged(sessionId, signal) {
      return new Promise((resolve) => {
        const listeners = waiting.get(sessionId) ?? new Set()
        waiting.set(sessionId, listeners)
        listeners.add(end)
        signal.addEventListener('abort', end, { once: true })
        if (signal.aborted) end()
        function end(): void {
          signal.removeEventListener('abort', end)
          listeners.delete(end)
          if (listeners.size === 0) waiting.delete(sessionId)
          resolve()
        }
      })
    },
    changed(sessionId) {
      for (const listener of waiting.get(sessionId) ?? []) listener()
    },
  }
}

/** Resolves when the session has ended, or the signal aborts. */
export async function untilSessionEnds(
  sessionId: string,
  { watch, read, signal }: { watch: SessionWatch; read: Db; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    const end = new AbortController()
    // Listens before it looks, so that no end falls between the two.
    const change = watch.untilChanged(sessionId, AbortSignal.any([signal, end.signal]))
    if (await hasSessionEnded(read, sessionId)) {
      end.abort()
      return
    }
    await change
  }
}
