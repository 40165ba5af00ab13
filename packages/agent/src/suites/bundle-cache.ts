import type { Readable } from 'node:stream'
import type { FileCache } from './file-cache.ts'

export type BundleFile = { sha256: string; bytes: number }

/** Gets the bundle from the service; null: the run does not use it. */
export type FetchBundle = (signal: AbortSignal) => Promise<Readable | null>

export type BundleAnswer = { kind: 'found'; path: string } | { kind: 'missing'; why: string }

/** Bundles by their hash: what has the same hash is the same project, and is fetched once. */
export function createBundleCache(files: FileCache) {
  const fetching = new Map<string, Promise<BundleAnswer>>()

  async function fetchBundle(
    { sha256, bytes }: BundleFile,
    fetch: FetchBundle,
    signal: AbortSignal,
  ): Promise<BundleAnswer> {
    try {
      const body = await fetch(signal)
      if (body === null) return { kind: 'missing', why: 'the service does not have it any more' }
      const { path } = await files.store(sha256, body, { sha256, most: bytes })
      return { kind: 'found', path }
    } catch (error) {
      return { kind: 'missing', why: error instanceof Error ? error.message : String(error) }
    }
  }

  return {
    async read(bundle: BundleFile, fetch: FetchBundle, signal: AbortSignal): Promise<BundleAnswer> {
      const { sha256 } = bundle
      const path = await files.find(sha256, sha256)
      if (path !== null) return { kind: 'found', path }
      // Another run may be cancelled in the middle of it.
      for (let other = fetching.get(sha256); other !== undefined; other = fetching.get(sha256)) {
        const answer = await other
        if (answer.kind === 'found') return answer
      }
      const own = fetchBundle(bundle, fetch, signal).finally(() => fetching.delete(sha256))
      fetching.set(sha256, own)
      return await own
    },
  }
}

export type BundleCache = ReturnType<typeof createBundleCache>
