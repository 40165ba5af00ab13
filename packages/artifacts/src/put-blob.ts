import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '@sonde/ground/clock.ts'
import { dayMs } from '@sonde/ground/durations.ts'
import { reserveBlob } from '@sonde/store/artifacts/artifact-blobs.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { type BlobStore, BlobStoreUnavailable } from './blob-store.ts'

/** How long stored bytes wait for the row that names them. */
const reservedMs = dayMs
/** How often, and how long in between, somebody waits for the same bytes to be gone before storing them again. */
const mostTries = 20
const betweenTriesMs = 100

/** Stores bytes that were checked against their hash, before the row that names them is written. */
export async function putBlob(
  { store, clock, blobs }: { store: Store; clock: Clock; blobs: BlobStore },
  { sha256, bytes, path }: { sha256: string; bytes: number; path: string },
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const until = clock.now() + reservedMs
    if (await store.write((db) => reserveBlob(db, { sha256, bytes, until }))) break
    if (tries >= mostTries) throw new BlobStoreUnavailable('the same bytes are being removed')
    await pause(betweenTriesMs)
  }
  await blobs.put({ sha256, bytes }, path)
}
