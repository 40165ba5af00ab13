import type {
  LiveAgent,
  LiveAlert,
  LiveCheck,
  LiveCheckChanged,
  LiveGroupChanged,
  LiveSession,
} from '@sonde/schema/accounts/live-event.ts'

/**
 * What each event says. `reset`: some were missed, and what is shown must be read anew. `alive`: nothing else has
 * happened.
 */
export type LiveEventData = {
  check: LiveCheck
  'check-changed': LiveCheckChanged
  'group-changed': LiveGroupChanged
  alert: LiveAlert
  session: LiveSession
  agent: LiveAgent
  reset: unknown
  alive: unknown
}

export type LiveEventType = keyof LiveEventData

const types = [
  'check',
  'check-changed',
  'group-changed',
  'alert',
  'session',
  'agent',
  'reset',
  'alive',
] as const satisfies readonly LiveEventType[]

/** The server says every 15 seconds that it follows what happens: after three times without a word it does not. */
export const silenceMs = 45_000

export type LiveNews =
  | { kind: 'open' }
  /** `data` is JSON. `lastEventId` is empty until the stream has told its first id. */
  | { kind: 'event'; type: LiveEventType; data: string; lastEventId: string }
  /** `isClosed`: the browser does not open it again by itself. */
  | { kind: 'error'; isClosed: boolean }

export type LiveSource = { close(): void }

/** A stream for whoever calls this alone. */
export function openOwnSource(address: string, take: (news: LiveNews) => void): LiveSource {
  const source = new EventSource(address)
  source.addEventListener('open', () => take({ kind: 'open' }))
  source.addEventListener('error', () =>
    take({ kind: 'error', isClosed: source.readyState === EventSource.CLOSED }),
  )
  for (const type of types) {
    source.addEventListener(type, ({ data, lastEventId }: MessageEvent<string>) =>
      take({ kind: 'event', type, data, lastEventId }),
    )
  }
  return source
}
