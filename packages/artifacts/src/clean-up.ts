import { setImmediate as nextTurn } from 'node:timers/promises'
import { minuteMs } from '@sonde/ground/durations.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { isStopped, repeatWork, type RepeatingWork } from '@sonde/ground/repeat-work.ts'
import { claimUnnamedBlobs, forgetBlob } from '@sonde/store/artifacts/artifact-blobs.ts'
import { evictArtifacts } from '@sonde/store/artifacts/artifact-retention.ts'
import { accountsOver } from '@sonde/store/artifacts/artifact-usage.ts'
import type { ArtifactsDeps } from './artifacts.ts'

const blobsPerStep = 50
const pauseMs = minuteMs

/**
 * Removes what nobody needs any more from the artifact store: bytes that no file names, uploads that were given up, and
 * the oldest files of accounts that hold more than they may. Whatever it was doing when it was killed, the next one
 * goes on with.
 */
export function createArtifactCleanUp(
  deps: ArtifactsDeps & { log: Logger },
): RepeatingWork & { runOnce(signal?: AbortSignal): Promise<void> } {
  const { store, clock, blobs, incoming, limits, log } = deps

  async function runOnce(signal?: AbortSignal): Promise<void> {
    await evict({ type: null, most: limits.accountBytes }, signal)
    for (const [type, most] of limits.bytesOfType) await evict({ type, most }, signal)
    await removeBlobs(signal)
    // The times of files are those of the machine.
    await incoming.removeAbandoned(Date.now())
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
