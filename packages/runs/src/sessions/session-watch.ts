import { isRecord } from '@sonde/ground/is-record.ts'
import { hasSessionEnded } from '@sonde/store/runs/check-sessions.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ClusterBus } from '../cluster/cluster-bus.ts'

/** Lets long polls hear of the end of a session, or of a trial run. */
export type SessionWatch = {
  /** Resolves when something about the session may have changed, or the signal aborts. */
  untilChanged(sessionId: string, signal: AbortSignal): Promise<void>
  changed(sessionId: string): void
  stop(): void
}

/** What other servers tell may be lost. */
const lookMs = 500

/** With a bus, any of the servers that it joins may take the results that are waited for. */
export function createSessionWatch(bus?: ClusterBus): SessionWatch {
  const waiting = new Map<string, Set<() => void>>()
  const stop = bus?.subscribe('ended', (payload) => {
    if (isRecord(payload) && typeof payload['id'] === 'string') wake(payload['id'])
  })

  function wake(sessionId: string): void {
    for (const listener of waiting.get(sessionId) ?? []) listener()
  }

  return {
    untilChanged(sessionId, aborted) {
      const signal = bus === undefined ? aborted : AbortSignal.any([aborted, AbortSignal.timeout(lookMs)])
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
      wake(sessionId)
      bus?.publish('ended', { id: sessionId })
    },
    stop: () => stop?.(),
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
