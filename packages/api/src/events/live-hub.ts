import { setTimeout as delay } from 'node:timers/promises'
import type { Writable } from 'node:stream'
import { addTimes, type Timing } from '@sonde/analytics/prometheus/histogram.ts'
import type { LiveEventType } from '@sonde/schema/accounts/live-event.ts'
import { type LiveChangeRow, liveChangesAfter, oldestLiveNumber } from '@sonde/store/live/live-changes.ts'
import type { ApiDeps } from '../api-deps.ts'
import { createCheckOwners } from './check-owners.ts'
import { type LiveEvent, checkEventOf, eventText, idText, liveEventOf } from './live-event-text.ts'
import { createLiveReader, type LiveReader } from './live-reader.ts'

/** How often the database is asked, while anybody listens. */
const readEveryMs = 1_000
/** And at most, where servers tell each other that there is something. */
const readAtMostEveryMs = 50
/** Proxies give up a line on which nothing is heard, and pages take what they show for old. */
const signEveryMs = 15_000
/** A member who was removed, or a key that was deleted, hears nothing more after so long. */
const accessCheckEveryMs = 30_000
/** Of what its reader has not fetched: whoever is slower than that comes back and reads anew. */
const mostWaitingBytes = 1_000_000
/** Writes that are told after a break; with more, reading anew is cheaper. */
const mostMissed = 2_000
const retryMs = 3_000

export type Follower = {
  body: Writable
  accountId: string
  checkId: string | null
  types: readonly LiveEventType[] | null
  /** As the browser sent it; empty: from now on. */
  lastEventId: string
  /** Whether the caller may still hear of the account. */
  isAllowed(): Promise<boolean>
}

export type LiveHub = {
  /** Writes events until the result is called or the stream is closed. */
  follow(follower: Follower): () => void
  /** Ends all streams, and lets none begin any more. */
  close(): void
}

export type LiveHubDeps = Pick<ApiDeps, 'store' | 'clock' | 'log' | 'onLivePoke'> & {
  /** How long the database takes to tell what is new. */
  liveReads: Timing
}

type Batch = readonly { no: number; events: readonly LiveEvent[] }[]

/** Of no row: nobody was told it before. */
const readAnew: Batch[number] = {
  no: 0,
  events: [{ type: 'reset', accountId: null, checkId: null, text: eventText('reset', {}) }],
}

/** Sent only after the database was read: who hears it knows that nothing else has happened. */
const signOfLife = eventText('alive', {})

type Line = Follower & {
  heardAt: number
  accessCheckedAt: number
  /** What came while it was told what it had missed; null: it is up to date. */
  backlog: Batch | null
  /** The numbers of what it was told then: the reader may come upon them once more. */
  replayed: ReadonlySet<number>
}

/** One reader for all streams of the server, and none without any. */
type Feed = {
  reader: LiveReader
  ready: Promise<void>
  stopping: AbortController
  /** Aborted when there is something to read. */
  poked: AbortController
}

/** Tells all streams of this server what the database says, whichever server has written it. */
export function createLiveHub({ store, clock, log, onLivePoke, liveReads }: LiveHubDeps): LiveHub {
  const lines = new Set<Line>()
  const ownersOf = createCheckOwners(store.read)
  let feed: Feed | null = null
  let isClosed = false

  function write(line: Line, text: string): void {
    if (line.body.destroyed || line.body.writableEnded) return
    // What waits since before: a large piece of news alone makes nobody slow.
    if (line.body.writableLength > mostWaitingBytes) {
      log.debug({ accountId: line.accountId }, 'a client did not read its event stream: it is disconnected')
      line.body.destroy()
      return
    }
    line.body.write(text)
    line.heardAt = clock.now()
  }

  /** Also when the clock was set back. */
  function isOver(since: number, spanMs: number): boolean {
    return Math.abs(clock.now() - since) >= spanMs
  }

  function isFor(line: Line, { accountId, checkId, type }: LiveEvent): boolean {
    if (type === 'reset') return true
    if (accountId !== null && accountId !== line.accountId) return false
    if (line.checkId !== null && checkId !== line.checkId) return false
    return line.types === null || line.types.includes(type)
  }

  function textFor(line: Line, batch: Batch): string {
    return batch
      .filter(({ no }) => !line.replayed.has(no))
      .flatMap(({ events }) => events.filter((event) => isFor(line, event)).map(({ text }) => text))
      .join('')
  }

  function tell(line: Line, batch: Batch, until: number): void {
    const text = textFor(line, batch)
    if (text !== '') write(line, text + idText(until))
  }

  /** What the line has missed since it was told of `lastEventId`, or that nobody knows that any more. */
  async function catchUp(line: Line, reader: LiveReader): Promise<void> {
    const start = reader.passedUntil()
    const { lastEventId } = line
    const missed = lastEventId === '' ? [] : await missedSince(lastEventId, reader)
    const batch = missed === null ? [readAnew] : await batchOf(missed)
    // The id last: a line that breaks before it asks for the same once more.
    write(line, textFor(line, batch) + signOfLife + idText(start))
    const backlog = line.backlog ?? []
    line.backlog = null
    line.replayed = new Set(missed?.map(({ no }) => no))
    tell(line, backlog, reader.passedUntil())
  }

  /** Null when some of it is forgotten already, there is too much of it, or the id is none of ours. */
  async function missedSince(lastEventId: string, reader: LiveReader): Promise<LiveChangeRow[] | null> {
    if (!/^\d{1,15}$/.test(lastEventId)) return null
    const lastHeard = Number(lastEventId)
    const rows = await liveChangesAfter(store.read, { after: lastHeard, limit: mostMissed + 1 })
    if (rows.length > mostMissed) return null
    const oldest = (await oldestLiveNumber(store.read)) ?? 1
    // A higher number is of another database, or from before a backup was put back.
    const newest = Math.max(reader.passedUntil(), rows.at(-1)?.no ?? 0)
    return lastHeard >= oldest - 1 && lastHeard <= newest ? rows : null
  }

  async function batchOf(rows: readonly LiveChangeRow[]): Promise<Batch> {
    const owners = await ownersOf(rows.flatMap(({ news }) => news.map(({ checkNo }) => checkNo)))
    return rows.map(({ no, changes, news }) => {
      try {
        const ofChecks = news.flatMap((each) => {
          const owner = owners.get(each.checkNo)
          return owner === undefined ? [] : [checkEventOf(each, owner)]
        })
        return { no, events: [...changes.flatMap((change) => liveEventOf(change) ?? []), ...ofChecks] }
      } catch (error) {
        // It would be the same at every try, and stand before all that comes after it.
        log.warn({ err: error, no }, 'a change could not be sent to open pages: they refresh')
        return { ...readAnew, no }
      }
    })
  }

  function leave(line: Line): void {
    lines.delete(line)
    if (lines.size > 0) return
    feed?.stopping.abort()
    feed = null
  }

  function end(line: Line): void {
    leave(line)
    line.body.end()
  }

  async function checkAccess(line: Line): Promise<void> {
    line.accessCheckedAt = clock.now()
    if (!(await line.isAllowed())) end(line)
  }

  async function turn({ reader, ready, stopping }: Feed): Promise<void> {
    await ready
    const beganMs = performance.now()
    const read = await reader.read()
    const batch = [...(read.isSomeLost ? [readAnew] : []), ...(await batchOf(read.rows))]
    addTimes(liveReads, [performance.now() - beganMs])
    if (stopping.signal.aborted) return
    // With what follows, and not before: what was not told is read again.
    reader.pass(read)
    const until = reader.passedUntil()
    for (const line of lines) {
      if (line.backlog === null) tell(line, batch, until)
      else line.backlog = [...line.backlog, ...batch]
    }
    for (const line of lines) {
      if (line.backlog === null && isOver(line.heardAt, signEveryMs)) {
        write(line, signOfLife + idText(until))
      }
    }
    const due = [...lines].filter(({ accessCheckedAt: judgedAt }) => isOver(judgedAt, accessCheckEveryMs))
    await Promise.all(due.map(checkAccess))
  }

  /** Until it is time to read, or somebody says that there is something. */
  async function pause({ stopping, poked }: Feed): Promise<void> {
    const wait = async (ms: number, signal: AbortSignal) =>
      await delay(ms, undefined, { signal, ref: false }).catch(() => undefined)
    if (onLivePoke === null) return await wait(readEveryMs, stopping.signal)
    await wait(readAtMostEveryMs, stopping.signal)
    await wait(readEveryMs - readAtMostEveryMs, AbortSignal.any([stopping.signal, poked.signal]))
  }

  async function run(ownFeed: Feed): Promise<void> {
    const { signal } = ownFeed.stopping
    const stop = onLivePoke?.(() => ownFeed.poked.abort())
    signal.addEventListener('abort', () => stop?.())
    while (!signal.aborted) {
      await pause(ownFeed)
      if (signal.aborted) return
      // What is told from here on may be too late for this turn.
      ownFeed.poked = new AbortController()
      try {
        await turn(ownFeed)
      } catch (error) {
        log.warn({ err: error }, 'changes could not be sent to open pages; retrying')
      }
    }
  }

  function begin(): Feed {
    const reader = createLiveReader({ read: store.read, clock })
    const newFeed: Feed = {
      reader,
      ready: reader.begin(),
      stopping: new AbortController(),
      poked: new AbortController(),
    }
    void run(newFeed)
    return newFeed
  }

  async function join(line: Line, { reader, ready }: Feed): Promise<void> {
    try {
      await ready
      await catchUp(line, reader)
    } catch (error) {
      log.warn({ err: error }, 'an event stream could not be opened')
      // Whoever comes back begins anew.
      leave(line)
      line.body.destroy()
    }
  }

  return {
    follow(follower) {
      const now = clock.now()
      const line: Line = { ...follower, heardAt: now, accessCheckedAt: now, backlog: [], replayed: new Set() }
      if (isClosed) {
        line.body.end()
        return () => {}
      }
      write(line, `retry: ${retryMs}\n\n`)
      lines.add(line)
      feed ??= begin()
      void join(line, feed)
      return () => leave(line)
    },
    close() {
      isClosed = true
      for (const line of lines) end(line)
    },
  }
}
