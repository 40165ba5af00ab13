import { createGzip } from 'node:zlib'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Clock } from '@sonde/ground/clock.ts'
import { minuteMs } from '@sonde/ground/durations.ts'

export type ScrapeCache = {
  /** What was made for this key within the last minute, or else is made now: packed by gzip. */
  read(key: string, make: () => AsyncIterable<string>): Promise<Buffer>
}

const keptMs = minuteMs
/** Labels repeat in every line: more effort makes it hardly smaller. */
const level = 1

type Entry = { madeAt: number; packed: Promise<Buffer> }

/**
 * However many scrape, each answer is made once in a minute, and kept packed: unpacked, that of thousands of
 * checks takes up to some hundred megabytes.
 */
export function createScrapeCache({ clock }: { clock: Clock }): ScrapeCache {
  const entries = new Map<string, Entry>()

  function isFresh({ madeAt }: Entry): boolean {
    const age = clock.now() - madeAt
    return age >= 0 && age < keptMs
  }

  return {
    read(key, make) {
      const cached = entries.get(key)
      if (cached !== undefined && isFresh(cached)) return cached.packed
      for (const [old, entry] of entries) if (!isFresh(entry)) entries.delete(old)
      const packed = pack(make())
      const entry = { madeAt: clock.now(), packed }
      entries.set(key, entry)
      // Whoever waits is told; the next one tries again.
      packed.catch(() => {
        if (entries.get(key) === entry) entries.delete(key)
      })
      return packed
    },
  }
}

async function pack(pieces: AsyncIterable<string>): Promise<Buffer> {
  const source = Readable.from(pieces)
  const gzip = createGzip({ level })
  source.once('error', (error) => gzip.destroy(error))
  return await buffer(source.pipe(gzip))
}
