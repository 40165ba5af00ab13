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
