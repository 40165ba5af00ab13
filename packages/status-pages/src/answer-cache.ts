import type { CachedBody } from './cached-bodies.ts'

/** `freshUntil`: when time alone may have changed it. */
export type CacheEntry = { revision: string; renderedAt: number; freshUntil: number; body: CachedBody }

/** What an entry takes beside its body: keys, and packed forms of it. */
const overheadBytes = 1_024
const packedShare = 0.5

/** Keeps the answers that were asked for last, as many as fit. */
export function createAnswerCache({ mostBytes }: { mostBytes: number }) {
  const entries = new Map<string, CacheEntry>()
  let bytes = 0

  function forget(key: string): void {
    const entry = entries.get(key)
    if (entry === undefined) return
    bytes -= sizeOf(key, entry)
    entries.delete(key)
  }

  return {
    get(key: string): CacheEntry | null {
      const entry = entries.get(key)
      if (entry === undefined) return null
      entries.delete(key)
      entries.set(key, entry)
      return entry
    },
    put(key: string, entry: CacheEntry): void {
      forget(key)
      const size = sizeOf(key, entry)
      if (size > mostBytes) return
      entries.set(key, entry)
      bytes += size
      for (const oldest of entries.keys()) {
        if (bytes <= mostBytes) break
        forget(oldest)
      }
    },
    size: () => ({ entries: entries.size, bytes }),
  }
}

function sizeOf(key: string, { body, revision }: CacheEntry): number {
  return body.raw.length * (1 + packedShare) + 2 * (key.length + revision.length) + overheadBytes
}
