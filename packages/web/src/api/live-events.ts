import { createContext, useContext, useEffect, useRef } from 'react'
import type {
  LiveAgent,
  LiveAlert,
  LiveCheck,
  LiveCheckChanged,
  LiveGroupChanged,
  LiveSession,
} from '@sonde/schema/accounts/live-event.ts'
import { ApiError } from './api-error.ts'
import { addressOf, callService, nobody } from './call-service.ts'

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

export type LiveEvents = {
  /** Calls `take` for each event of the type; returns how to stop. */
  on<Type extends LiveEventType>(type: Type, take: (data: LiveEventData[Type]) => void): () => void
  close(): void
}

/** Why nothing is told: the server has no place for one more stream, or it cannot be opened for another reason. */
export type LiveTrouble = 'crowded' | 'closed'

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

const openAgainMs = 5000
/** A stream that has not begun for this long leaves the screen old. */
const patienceMs = 15_000
/** The server says every 15 seconds that it follows what happens: after three times without a word it does not. */
const silenceMs = 45_000
const lookEveryMs = 5000

/**
 * One stream of deltas for all that is open in this tab, while the tab is seen: a browser has six connections to a server
 * without HTTP/2, and tabs in the background would take them from the one that somebody looks at. The browser opens it again by itself after most troubles; after
 * an answer that is none of the stream, such as that of a proxy before a server that is away, it must be told to.
 * It does not say what the answer was: `askWhy` asks again, and throws what the server says.
 */
export function openLiveEvents({
  accountId,
  after,
  askWhy,
  onTrouble,
}: {
  accountId: string
  /** The last event before anything that is shown was read: what happens until the stream is open is not missed. */
  after: string
  askWhy: () => Promise<unknown>
  /** Told again whenever it changes; null as soon as the stream tells something. */
  onTrouble: (trouble: LiveTrouble | null) => void
}): LiveEvents {
  const takers = new Map<LiveEventType, Set<(data: never) => void>>()
  let again: ReturnType<typeof setTimeout> | null = null
  let patience: ReturnType<typeof setTimeout> | null = null
  let heardAt = Date.now()
  let lastEventId = after
  let source = open()

  function hear(type: LiveEventType, data: unknown): void {
    heardAt = Date.now()
    losePatience()
    onTrouble(null)
    tell(type, data)
  }

  function tell(type: LiveEventType, data: unknown): void {
    // Safe because the server serialises each event by the schema of its type.
    for (const take of takers.get(type) ?? []) take(data as never)
  }

  function open(): EventSource {
    const eventSource = new EventSource(
      addressOf('GET /v1/accounts/{accountId}/events', {
        params: { accountId },
        query: { after: lastEventId },
      }),
    )
    for (const type of types) {
      eventSource.addEventListener(type, (event: MessageEvent<string>) => {
        // Empty until the stream has told its first id.
        if (event.lastEventId !== '') lastEventId = event.lastEventId
        hear(type, JSON.parse(event.data))
      })
    }
    patience ??= setTimeout(() => onTrouble('closed'), patienceMs)
    eventSource.addEventListener('error', () => {
      patience ??= setTimeout(() => onTrouble('closed'), patienceMs)
      // On a screen that asks for nothing by itself, this is how the bar at the top hears of a server that is away.
      if (eventSource.readyState !== EventSource.CLOSED) {
        void callService(nobody, 'GET /health').catch(() => undefined)
        return
      }
      again = setTimeout(openAgain, openAgainMs)
      askWhy().catch((error: unknown) => {
        const isCrowded = error instanceof ApiError && error.status === 429
        if (!isCrowded || eventSource !== source) return
        losePatience()
        onTrouble('crowded')
      })
    })
    return eventSource
  }

  function losePatience(): void {
    if (patience !== null) clearTimeout(patience)
    patience = null
  }

  function openAgain(): void {
    stop()
    heardAt = Date.now()
    source = open()
    source.addEventListener('open', () => tell('reset', {}), { once: true })
  }

  function stop(): void {
    if (again !== null) clearTimeout(again)
    again = null
    source.close()
  }

  const followSight = () => {
    losePatience()
    if (document.hidden) stop()
    else openAgain()
  }
  document.addEventListener('visibilitychange', followSight)

  // A line that broke without a word looks like one on which nothing happens; so does a machine that was asleep.
  const watch = setInterval(() => {
    if (document.hidden || Date.now() - heardAt < silenceMs) return
    onTrouble('closed')
    openAgain()
  }, lookEveryMs)

  return {
    on(type, take) {
      const listeners = takers.get(type) ?? new Set()
      takers.set(type, listeners.add(take))
      return () => listeners.delete(take)
    },
    close() {
      clearInterval(watch)
      document.removeEventListener('visibilitychange', followSight)
      losePatience()
      stop()
    },
  }
}

export const LiveEventsContext = createContext<LiveEvents | null>(null)

/** Calls `take` for each event of the type while the component is shown. */
export function useLiveEvent<Type extends LiveEventType>(
  type: Type,
  take: (data: LiveEventData[Type]) => void,
): void {
  const events = useContext(LiveEventsContext)
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => events?.on(type, (data) => latest.current(data)), [events, type])
}
