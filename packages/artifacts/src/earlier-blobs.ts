import type { BlobStore } from './blob-store.ts'

/**
 * A store that was set up after files had been kept elsewhere: new bytes go to it, and those from before are found, and
 * removed, where they are.
 */
export function withEarlierBlobs(current: BlobStore, earlier: BlobStore): BlobStore {
  return {
    put: current.put,
    // The earlier one is a folder of this machine: asking it first costs next to nothing.
    read: async (sha256, range) => (await earlier.read(sha256, range)) ?? (await current.read(sha256, range)),
    async remove(sha256) {
      await earlier.remove(sha256)
      await current.remove(sha256)
    },
    async *list(digits) {
      yield* earlier.list(digits)
      yield* current.list(digits)
    },
  }
}
