import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { hourMs } from '@sonde/ground/durations.ts'
import {
  type CodeBundle,
  deleteUnusedBundles,
  findBundle,
  insertBundle,
  otherBundleBytes,
} from '@sonde/store/artifacts/code-bundles.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ArtifactsDeps } from './artifacts.ts'
import { BlobStoreUnavailable } from './blob-store.ts'
import type { IncomingBudget } from './incoming-budget.ts'
import { putBlob } from './put-blob.ts'

/** Whoever has uploaded a bundle has so long to make something that uses it. */
const untouchedMs = hourMs

/** What is said of a bundle before it comes; null: nothing. */
export type AnnouncedBundle = { accountId: string; bytes: number | null; sha256: string | null }

export type BundleOutcome =
  | { kind: 'stored'; bundle: CodeBundle }
  | { kind: 'too-large'; mostBytes: number }
  | { kind: 'wrong-hash' }
  /** The bundles that are in use leave no room for it. */
  | { kind: 'quota'; mostBytes: number }
  | { kind: 'busy' }

/** Archives of projects, by the hash of their bytes. They are never opened here. */
export function createCodeBundles(deps: ArtifactsDeps & { budget: IncomingBudget }) {
  const { store, clock, incoming, limits, budget } = deps
  const { bundleBytes, accountBundleBytes } = limits

  /** What is not taken of the body is left in it. Fails with `PartBroken` when that breaks off. */
  async function receive(announced: AnnouncedBundle, body: Readable): Promise<BundleOutcome> {
    const tooLarge = { kind: 'too-large', mostBytes: bundleBytes } as const
    const bytes = announced.bytes ?? bundleBytes
    if (bytes > bundleBytes) return tooLarge
    const key = `bundle/${randomUUID()}`
    const outcome = await budget.within(announced.accountId, { key, bytes }, () =>
      incoming.alone(key, async (signal) => {
        try {
          const file = await incoming.receive(key, { body, signal, most: bundleBytes })
          if (file === null) return tooLarge
          if (announced.sha256 !== null && announced.sha256 !== file.sha256)
            return { kind: 'wrong-hash' } as const
          return await keep(announced.accountId, file)
        } finally {
          await incoming.discard(key)
        }
      }),
    )
    return outcome ?? { kind: 'busy' }
  }

  async function keep(
    accountId: string,
    file: { path: string; bytes: number; sha256: string },
  ): Promise<BundleOutcome> {
    await putBlob(deps, file)
    return await store.write(async (db) => {
      const { sha256, bytes } = file
      if (!(await makeRoom(db, { accountId, sha256, bytes })))
        return { kind: 'quota', mostBytes: accountBundleBytes }
      const bundle = await insertBundle(db, { accountId, sha256, bytes, at: clock.now() })
      if (bundle === null) throw new BlobStoreUnavailable('the bytes were removed before they were named')
      return { kind: 'stored', bundle }
    })
  }

  /** Bundles that nothing uses are kept only while there is room. Two uploads at once may both find the last of it. */
  async function makeRoom(
    db: Db,
    { accountId, sha256, bytes }: { accountId: string; sha256: string; bytes: number },
  ): Promise<boolean> {
    const isRoom = async () =>
      (await otherBundleBytes(db, { accountId, sha256 })) + bytes <= accountBundleBytes
    const now = clock.now()
    while (!(await isRoom())) {
      const mayHaveMore = await deleteUnusedBundles(db, { before: now - untouchedMs, now, accountId })
      if (!mayHaveMore) return await isRoom()
    }
    return true
  }

  return {
    receive,
    find: (accountId: string, sha256: string): Promise<CodeBundle | null> =>
      findBundle(store.read, { accountId, sha256 }),
  }
}
