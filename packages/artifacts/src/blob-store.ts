import type { Readable } from 'node:stream'

/** The bytes from `start` to `end`, both included. */
export type ByteRange = { start: number; end: number }

/** Bytes by their hash: what has the same hash is the same. Fails with `BlobStoreUnavailable`. */
export type BlobStore = {
  /**
   * Stores the file, which was checked against its hash, durably; afterwards it is not at its path any more. Whoever stores the same
   * at the same time does no harm.
   */
  put(blob: { sha256: string; bytes: number }, path: string): Promise<void>
  /** Null when there are no such bytes. Whoever does not read to the end destroys the stream. */
  read(sha256: string, range: ByteRange | null): Promise<Readable | null>
  /** Does nothing when there are none. */
  remove(sha256: string): Promise<void>
  /** What is there of the hashes that begin with these two digits, some at a time. */
  list(digits: string): AsyncIterable<{ sha256: string; bytes: number }[]>
}

export function isHash(name: string): boolean {
  return /^[0-9a-f]{64}$/.test(name)
}

/** Where the bytes are kept does not answer, or has no room: later it may. */
export class BlobStoreUnavailable extends Error {
  override readonly name = 'BlobStoreUnavailable'
}
