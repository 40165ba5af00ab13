import { setImmediate as nextTurn } from 'node:timers/promises'
import { dayMs, hourMs, minuteMs } from '@sonde/ground/durations.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { isStopped, repeatWork, type RepeatingWork } from '@sonde/ground/repeat-work.ts'
import {
  claimUnnamedBlobs,
  forgetBlob,
  knownBlobs,
  reserveBlob,
} from '@sonde/store/artifacts/artifact-blobs.ts'
import { evictArtifacts } from '@sonde/store/artifacts/artifact-retention.ts'
import { accountsOver } from '@sonde/store/artifacts/artifact-usage.ts'
import { bundleKeptMs } from '@sonde/store/artifacts/bundle-retention.ts'
import { deleteUnusedBundles, endBundleUses } from '@sonde/store/artifacts/code-bundles.ts'
import { deleteOldArchives } from '@sonde/store/artifacts/dependency-archives.ts'
import { deleteOldUploadParts } from '@sonde/store/artifacts/upload-parts.ts'
import type { ArtifactsDeps } from './artifacts.ts'
import { BlobStoreUnavailable } from './blob-store.ts'

const blobsPerStep = 50
const pauseMs = minuteMs
/** By the first two digits of hashes. */
const storeParts = 256
const orphanMs = 7 * dayMs
/** Packages of suites that nobody has used for so long are installed anew. */
const unusedArchiveMs = 30 * dayMs
/** Shorter than bytes wait for a row that names them, and longer than a slow line takes for a large file. */
const abandonedPartMs = 3 * hourMs

/**
 * Removes what nobody needs any more from the artifact store: bundles that nothing uses, packages of suites that are old, bytes that no row names, uploads that were given up, and
 * the oldest files of accounts that hold more than they may. Whatever it was doing when it was killed, the next one
 * goes on with.
 */
export function createArtifactCleanUp(
  deps: ArtifactsDeps & { log: Logger },
): RepeatingWork & { runOnce(signal?: AbortSignal): Promise<void> } {
  const { store, clock, blobs, incoming, limits, log } = deps
  let isListable = true

  async function runOnce(signal?: AbortSignal): Promise<void> {
    await evict({ type: null, most: limits.accountBytes }, signal)
    for (const [type, most] of limits.bytesOfType) await evict({ type, most }, signal)
    await forgetBundles(signal)
    await forgetArchives(signal)
    const now = clock.now()
    await store.write((db) => deleteOldUploadParts(db, { before: now - abandonedPartMs, now }))
    await removeBlobs(signal)
    // The times of files are those of the machine.
    await incoming.removeAbandoned(Date.now())
    await claimOrphans(signal)
  }

  /** Only where a limit was lowered: whoever stores a file makes room for it. */
  async function evict(limit: { type: string | null; most: number }, signal?: AbortSignal): Promise<void> {
    const accountIds = await accountsOver(store.read, { type: limit.type, bytes: limit.most })
    for (const accountId of accountIds) {
      let mayHaveMore = true
      while (mayHaveMore && !isStopped(signal)) {
        mayHaveMore = await store.write((db) => evictArtifacts(db, { accountId, ...limit, now: clock.now() }))
        await nextTurn()
      }
    }
  }

  async function forgetBundles(signal?: AbortSignal): Promise<void> {
    const now = clock.now()
    await store.write((db) => endBundleUses(db, { now, deletedUntil: now + bundleKeptMs.unused }))
    let mayHaveMore = true
    while (mayHaveMore && !isStopped(signal)) {
      mayHaveMore = await store.write((db) =>
        deleteUnusedBundles(db, { before: now - bundleKeptMs.unused, now }),
      )
      await nextTurn()
    }
  }

  async function forgetArchives(signal?: AbortSignal): Promise<void> {
    const now = clock.now()
    let mayHaveMore = true
    while (mayHaveMore && !isStopped(signal)) {
      mayHaveMore = await store.write((db) => deleteOldArchives(db, { before: now - unusedArchiveMs, now }))
      await nextTurn()
    }
  }

  /**
   * Bytes without a row come from a database that was restored from a backup, or is another one than before. They get a row
   * that lets them go after a time, in which their files may come back. Each round looks at a part of the store.
   */
  async function claimOrphans(signal?: AbortSignal): Promise<void> {
    if (!isListable) return
    try {
      await claimOrphansOfPart(signal)
    } catch (error) {
      if (!(error instanceof BlobStoreUnavailable)) throw error
      // Not everybody who may store files in a bucket may list them.
      isListable = false
      log.warn(
        { err: error },
        'files without a row are not looked for: the artifact store does not list its files',
      )
    }
  }

  async function claimOrphansOfPart(signal?: AbortSignal): Promise<void> {
    const part = Math.floor(clock.now() / pauseMs) % storeParts
    const until = clock.now() + orphanMs
    for await (const blobsThere of blobs.list(part.toString(16).padStart(2, '0'))) {
      if (isStopped(signal)) return
      const known = await knownBlobs(
        store.read,
        blobsThere.map(({ sha256 }) => sha256),
      )
      for (const { sha256, bytes } of blobsThere)
        if (!known.has(sha256)) await store.write((db) => reserveBlob(db, { sha256, bytes, until }))
    }
  }

  async function removeBlobs(signal?: AbortSignal): Promise<void> {
    let mayHaveMore = true
    while (mayHaveMore && !isStopped(signal)) {
      const claim = await store.write((db) =>
        claimUnnamedBlobs(db, { now: clock.now(), limit: blobsPerStep }),
      )
      for (const sha256 of claim.hashes) {
        await blobs.remove(sha256)
        await store.write((db) => forgetBlob(db, sha256))
      }
      mayHaveMore = claim.mayHaveMore
    }
  }

  return { runOnce, ...repeatWork({ name: 'removing old artifacts', pauseMs, log, work: runOnce }) }
}
