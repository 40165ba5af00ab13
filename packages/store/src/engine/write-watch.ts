import type { Db } from './database.ts'
import type { Write, WriteOptions } from './engine.ts'
import { StoreUnavailable } from './failures.ts'
import { isOutOfTime, troubleWords } from './trouble-words.ts'

/** Nothing can be written, or not everything: why, in words for everybody, and since when. */
export type WriteTrouble = { reason: string; sinceMs: number }

export type WriteWatch = {
  write: Write
  /** Null while writes succeed. `sinceMs` tells how long ago it began. */
  trouble(): WriteTrouble | null
}

/** A small write may still fit on a full disk: only when nothing has failed for so long is it over. */
const quietMs = 5_000
/** While nothing else is written either, a write that waits longer than this is stuck. */
const stuckMs = 10_000

/**
 * Notes what became of the last writes. Whether they work again is tried with a write of its own: others may have had
 * nothing to change, and nobody may be writing.
 */
export function watchWrites(
  write: Write,
  { probe, steadyMs }: { probe(db: Db): Promise<unknown>; steadyMs(): number },
): WriteWatch {
  let failure: { reason: string; beganMs: number; lastMs: number } | null = null
  let isProbing = false
  let writtenMs = steadyMs()
  /** When each began, the oldest first. */
  const waiting = new Set<{ beganMs: number }>()

  function noteFailure(error: unknown): void {
    if (!(error instanceof StoreUnavailable)) return
    const lastMs = steadyMs()
    failure = { reason: troubleWords(error), beganMs: failure?.beganMs ?? lastMs, lastMs }
  }

  async function watchedWrite<Result>(
    work: (db: Db) => Promise<Result>,
    options?: WriteOptions<Result>,
  ): Promise<Result> {
    const entry = { beganMs: steadyMs() }
    waiting.add(entry)
    try {
      const result = await write(work, options)
      writtenMs = steadyMs()
      return result
    } catch (error) {
      const isOfRequest = (options?.purpose ?? 'requests') === 'requests'
      // A request that has waited for what another one holds: whoever sends both must not make a server that writes
      // look as if it could not.
      if (!isOfRequest || !isOutOfTime(error) || writtenMs <= entry.beganMs) noteFailure(error)
      throw error
    } finally {
      waiting.delete(entry)
    }
  }

  async function tryAgain(): Promise<void> {
    if (isProbing || failure === null || steadyMs() - failure.lastMs < quietMs) return
    isProbing = true
    const tried = failure
    try {
      await write(probe)
      if (failure === tried) failure = null
    } catch (error) {
      noteFailure(error)
    } finally {
      isProbing = false
    }
  }

  function stuckWrite(): WriteTrouble | null {
    const [oldest] = waiting
    if (oldest === undefined) return null
    const sinceMs = steadyMs() - Math.max(oldest.beganMs, writtenMs)
    return sinceMs < stuckMs ? null : { reason: 'the database does not finish a write', sinceMs }
  }

  return {
    write: watchedWrite,
    trouble() {
      void tryAgain()
      if (failure === null) return stuckWrite()
      return { reason: failure.reason, sinceMs: steadyMs() - failure.beganMs }
    },
  }
}
