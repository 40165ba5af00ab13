import { setTimeout as delay } from 'node:timers/promises'
import {
  handOutMessages,
  sessionMessagesAfter,
  takeBackMessages,
  type SessionMessageRow,
} from '@sonde/store/test-sessions/session-messages.ts'
import { noteSessionsHeard, sessionsOfSuites } from '@sonde/store/test-sessions/test-sessions.ts'
import type { ApiDeps } from '../api-deps.ts'

/** How often the database is asked while anybody listens: another server may have written. */
const lookMs = { sqlite: 1_000, postgres: 150 } as const
const heardEveryMs = 20_000
const rowsAtOnce = 500

export type SuiteListener = {
  accountId: string
  suiteId: string
  /** How many of them it was told: fewer when it is gone. */
  send(messages: readonly SessionMessageRow[]): number
}

export type SuiteHub = {
  /** Tells the listener what there is of its suite, and what comes. Returns how to end it. */
  listen(listener: SuiteListener): () => void
  close(): void
}

type Line = SuiteListener & { told: Map<string, number> }

/**
 * One reader for all live connections of the server, and none without any. What was told is known by rows, so that any
 * server can hold the connection, and a restart loses nothing: whoever listens anew gets every end again, which its
 * client ignores, and of the rest what nobody was told.
 */
export function createSuiteHub({ store, clock, log }: Pick<ApiDeps, 'store' | 'clock' | 'log'>): SuiteHub {
  const lines = new Set<Line>()
  let stopping: AbortController | null = null
  let wake = (): void => undefined
  let heardAt = 0

  async function tell(line: Line, session: { id: string; messages: number }): Promise<void> {
    let told = line.told.get(session.id) ?? 0
    while (told < session.messages && lines.has(line)) {
      const rows = await sessionMessagesAfter(store.read, {
        sessionId: session.id,
        after: told,
        limit: rowsAtOnce,
      })
      const last = rows.at(-1)
      if (last === undefined) break
      const open = rows.filter(({ isFinal, isHanded }) => !isFinal && !isHanded).map(({ number }) => number)
      const own =
        open.length === 0
          ? new Set<number>()
          : await store.write((db) => handOutMessages(db, session.id, open))
      const news = rows.filter(({ isFinal, number }) => isFinal || own.has(number))
      const missed = news.slice(line.send(news)).filter(({ isFinal }) => !isFinal)
      if (missed.length > 0)
        await store.write((db) =>
          takeBackMessages(
            db,
            session.id,
            missed.map(({ number }) => number),
          ),
        )
      if (missed.length > 0 || !lines.has(line)) return
      told = last.number
      line.told.set(session.id, told)
    }
    line.told.set(session.id, Math.max(told, session.messages))
  }

  async function turn(): Promise<void> {
    const suites = Map.groupBy(lines, ({ suiteId }) => suiteId)
    const sessions = await sessionsOfSuites(store.read, [...suites.keys()])
    const heard: string[] = []
    for (const session of sessions) {
      for (const line of suites.get(session.suiteId) ?? []) {
        if (line.accountId !== session.accountId) continue
        heard.push(session.id)
        if ((line.told.get(session.id) ?? -1) < session.messages) await tell(line, session)
      }
    }
    if (heard.length === 0 || Math.abs(clock.now() - heardAt) < heardEveryMs) return
    heardAt = clock.now()
    await store.write((db) => noteSessionsHeard(db, heard, clock.now()))
  }

  async function run(signal: AbortSignal): Promise<void> {
    const unsubscribe = store.changes?.subscribe(() => wake()) ?? (() => undefined)
    while (!signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve
      })
      await turn().catch((error: unknown) =>
        log.warn({ err: error }, 'results of a test session could not be sent; retrying'),
      )
      if (signal.aborted) break
      const waited = new AbortController()
      const timer = delay(lookMs[store.engine], undefined, {
        signal: AbortSignal.any([signal, waited.signal]),
        ref: false,
      }).catch(() => undefined)
      await Promise.race([woken, timer])
      waited.abort()
    }
    unsubscribe()
  }

  function leave(line: Line): void {
    lines.delete(line)
    if (lines.size > 0) return
    stopping?.abort()
    stopping = null
  }

  return {
    listen(listener) {
      const line = { ...listener, told: new Map<string, number>() }
      lines.add(line)
      heardAt = 0
      if (stopping === null) {
        stopping = new AbortController()
        void run(stopping.signal)
      } else {
        wake()
      }
      return () => leave(line)
    },
    close() {
      for (const line of lines) leave(line)
    },
  }
}
