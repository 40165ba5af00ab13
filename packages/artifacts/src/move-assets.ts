import { hash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { minuteMs } from '@sonde/ground/durations.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { artifactTypes } from '@sonde/schema/agents/artifact-protocol.ts'
import { ownersOfNumbers } from '@sonde/store/checks/numbered-checks.ts'
import { readCounter, setCounter } from '@sonde/store/engine/counters.ts'
import {
  type AssetKey,
  assetsAfter,
  deleteAsset,
  type StoredAsset,
} from '@sonde/store/results/result-assets.ts'
import type { Artifacts, ArtifactsDeps } from './artifacts.ts'

const counterName = 'assets_moved'
const assetsPerStep = 20
const retryMs = minuteMs

/**
 * Moves the files that versions up to 0.6 have kept in the database into the artifact store, one by one and while checks
 * run. Whatever was moved when the server is stopped stays moved, and until a file is moved it is read where it was.
 */
export function createAssetMove(deps: ArtifactsDeps & { artifacts: Artifacts; log: Logger }) {
  const { store, incoming, artifacts, log } = deps
  const stopping = new AbortController()
  const { signal } = stopping
  let work: Promise<void> = Promise.resolve()

  async function moveAll(): Promise<number> {
    if ((await readCounter(store.read, counterName)) !== null) return 0
    let moved = 0
    let after: AssetKey | null = null
    for (;;) {
      signal.throwIfAborted()
      const assets: StoredAsset[] = await assetsAfter(store.read, after, assetsPerStep)
      const last = assets.at(-1)
      if (last === undefined) break
      const owners = await ownersOfNumbers(
        store.read,
        assets.map(({ checkNo }) => checkNo),
      )
      for (const asset of assets) {
        signal.throwIfAborted()
        const accountId = owners.get(asset.checkNo)?.accountId
        // The files of a deleted check go with its results.
        if (accountId === undefined) continue
        await move(asset, accountId)
        moved += 1
      }
      after = last
    }
    await store.write((db) => setCounter(db, counterName, 1))
    return moved
  }

  async function move(asset: StoredAsset, accountId: string): Promise<void> {
    const { checkNo, scheduledAt, origin, attempt, name, contentType, content, createdAt } = asset
    const type = artifactTypes.find((known) => known === asset.type) ?? 'file'
    const key = ['asset', checkNo, scheduledAt, origin, attempt, name].join('/')
    const path = await incoming.write(key, content)
    const file = { path, name, number: null, type, contentType, bytes: content.length }
    try {
      await artifacts.keep(
        { checkNo, scheduledAt, origin, attempt, accountId },
        [{ ...file, sha256: hash('sha256', content) }],
        {
          admit: (files, present) => (present.some((one) => one.name === name) ? [] : files),
          createdAt,
          // In the same write: at every moment it is in one of the two places.
          alongside: (db) => deleteAsset(db, asset),
        },
      )
    } finally {
      await incoming.discard(key)
    }
  }

  async function untilMoved(): Promise<void> {
    while (!signal.aborted) {
      try {
        const moved = await moveAll()
        if (moved > 0) log.info({ count: moved }, 'moved the files of results out of the database')
        return
      } catch (error) {
        if (signal.aborted) return
        log.warn({ err: error }, 'could not move the files of results out of the database; retrying')
        await pause(retryMs, undefined, { signal, ref: false }).catch(() => undefined)
      }
    }
  }

  return {
    start(): void {
      work = untilMoved()
    },
    async stop(): Promise<void> {
      stopping.abort()
      await work
    },
    /** Resolves when all are moved or the move was stopped. */
    ended: (): Promise<void> => work,
  }
}
