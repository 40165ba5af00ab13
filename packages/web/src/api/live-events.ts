import { createContext, useContext, useEffect, useRef } from 'react'
import { ApiError } from './api-error.ts'
import { addressOf, callService, nobody } from './call-service.ts'
import {
  silenceMs,
  type LiveEventData,
  type LiveEventType,
  type LiveNews,
  type LiveSource,
} from './live-source.ts'
import { openSharedSource } from './shared-source.ts'

export type LiveEvents = {
  /** Calls `take` for each event of the type; returns how to stop. */
  on<Type extends LiveEventType>(type: Type, take: (data: LiveEventData[Type]) => void): () => void
  close(): void
}

/** Why nothing is told: the server has no place for one more stream, or it cannot be opened for another reason. */
export type LiveTrouble = 'crowded' | 'closed'

const openAgainMs = 5000
/** A stream that has not begun for this long leaves the screen old. */
const patienceMs = 15_000
const lookEveryMs = 5000

/**
 * The events for all that is open in this tab, while the tab is seen, from a stream that it shares with the other windows of
 * the browser (`shared-source.ts`). The browser opens it again by itself after most troubles; after
 * an answer that is none of the stream, such as that of a proxy before a server that is away, it must be told to.
 * It does not say what the answer was: `askWhy` asks again, and throws what the server says.
 */
export function openLiveEvents({
  accountId,
  userId,
  after,
  askWhy,
  onTrouble,
}: {
  accountId: string
  userId: string
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
  let isAgain = false
  let source = open()

  function pass(type: LiveEventType, data: unknown): void {
    heardAt = Date.now()
    losePatience()
    onTrouble(null)
    tell(type, data)
  }

  function tell(type: LiveEventType, data: unknown): void {
    // Safe because the server serialises each event by the schema of its type.
    for (const take of takers.get(type) ?? []) take(data as never)
  }

  function open(): LiveSource {
    patience ??= setTimeout(() => onTrouble('closed'), patienceMs)
    const address = addressOf('GET /v1/accounts/{accountId}/events', {
      params: { accountId },
      query: { after: lastEventId },
    })
    // Not only by the account: the next person who signs in here has a stream of their own.
    return openSharedSource({ name: `${userId} ${accountId}`, address }, hear)
  }

  function hear(news: LiveNews): void {
    if (news.kind === 'event') {
      if (news.lastEventId !== '') lastEventId = news.lastEventId
      pass(news.type, JSON.parse(news.data))
    } else if (news.kind === 'open') {
      if (isAgain) tell('reset', {})
      isAgain = false
    } else {
      fail(news.isClosed)
    }
  }

  function fail(isClosed: boolean): void {
    patience ??= setTimeout(() => onTrouble('closed'), patienceMs)
    // On a screen that asks for nothing by itself, this is how the bar at the top hears of a server that is away.
    if (!isClosed) {
      void callService(nobody, 'GET /health').catch(() => undefined)
      return
    }
    again ??= setTimeout(openAgain, openAgainMs)
    const failed = source
    askWhy().catch((error: unknown) => {
      const isCrowded = error instanceof ApiError && error.status === 429
      if (!isCrowded || failed !== source) return
      losePatience()
      onTrouble('crowded')
    })
  }

  function losePatience(): void {
    if (patience !== null) clearTimeout(patience)
    patience = null
  }

  function openAgain(): void {
    stop()
    heardAt = Date.now()
    isAgain = true
    source = open()
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
