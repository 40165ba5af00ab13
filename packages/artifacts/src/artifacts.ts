import { hash, randomUUID } from 'node:crypto'
import { extname } from 'node:path'
import type { Readable } from 'node:stream'
import type { Clock } from '@sonde/ground/clock.ts'
import type { ArtifactType } from '@sonde/schema/agents/artifact-protocol.ts'
import { evictArtifacts } from '@sonde/store/artifacts/artifact-retention.ts'
import {
  type Artifact,
  type ArtifactOwner,
  artifactsToAddTo,
  insertArtifact,
} from '@sonde/store/artifacts/artifacts.ts'
import type { Db, Store } from '@sonde/store/engine/store.ts'
import { type ArtifactLimits, mostBytesOf } from './artifact-limits.ts'
import { type BlobStore, BlobStoreUnavailable, type ByteRange } from './blob-store.ts'
import type { IncomingFiles } from './incoming-files.ts'
import { putBlob } from './put-blob.ts'

export type ArtifactsDeps = {
  store: Store
  clock: Clock
  blobs: BlobStore
  incoming: IncomingFiles
  limits: ArtifactLimits
}

/** What is to be stored: the file is at `path` and has this hash. */
export type CheckedFile = {
  path: string
  name: string
  number: number | null
  type: ArtifactType
  contentType: string
  sha256: string
  bytes: number
}

export type SmallFile = Pick<CheckedFile, 'name' | 'type' | 'contentType'> & { content: Uint8Array }

/** Which of them may be added to those that are there. */
export type Admit = (files: readonly CheckedFile[], present: readonly Artifact[]) => readonly CheckedFile[]

export type KeepOptions = {
  admit: Admit
  /** Now, unless told. */
  createdAt?: number
  /** What is written with them. */
  alongside?: (db: Db) => Promise<void>
}

/** Files of runs: their rows in the database, their bytes in a store of blobs. */
export function createArtifacts(deps: ArtifactsDeps) {
  const { store, clock, blobs, incoming, limits } = deps

  /** The oldest files go first, until there is room for this one. */
  async function makeRoom(db: Db, accountId: string, { type, bytes }: CheckedFile): Promise<void> {
    const now = clock.now()
    const ofType = limits.bytesOfType.get(type)
    for (const limit of [
      { type: null, most: limits.accountBytes - bytes },
      ...(ofType === undefined ? [] : [{ type, most: ofType - bytes }]),
    ]) {
      while (await evictArtifacts(db, { accountId, ...limit, now })) continue
    }
  }

  /**
   * Stores files that are complete on the disk. The bytes come first and the rows after them, so that no row names what
   * is not there; bytes that no row names are removed later, also those of an attempt that is not stored.
   */
  async function keep(
    owner: ArtifactOwner,
    files: readonly CheckedFile[],
    { admit, createdAt = clock.now(), alongside }: KeepOptions,
  ): Promise<void> {
    for (const file of files) await putBlob(deps, file)
    await store.write(async (db) => {
      await alongside?.(db)
      const present = await artifactsToAddTo(db, owner)
      if (present === null) return
      const added: Artifact[] = []
      for (const file of admit(files, present)) {
        const { path: _path, ...fields } = file
        const name = freeName(file.name, new Set([...present, ...added].map((one) => one.name)))
        const artifact: Artifact = { ...fields, name, missing: null }
        await makeRoom(db, owner.accountId, file)
        if (!(await insertArtifact(db, owner, artifact, createdAt)))
          throw new BlobStoreUnavailable('the bytes were removed before they were named')
        added.push(artifact)
      }
    })
  }

  /** As much of files that are in memory as may be added; for few and small ones. */
  async function keepSmall(owner: ArtifactOwner, files: readonly SmallFile[], admit: Admit): Promise<void> {
    const keys = files.map(() => `small/${randomUUID()}`)
    try {
      const written: CheckedFile[] = []
      for (const [index, { content, ...file }] of files.entries()) {
        const bytes = content.length
        if (bytes === 0 || bytes > mostBytesOf(limits, file.type)) continue
        const path = await incoming.write(keys[index] ?? '', content)
        written.push({ ...file, number: null, path, bytes, sha256: hash('sha256', content) })
      }
      await keep(owner, written, { admit })
    } finally {
      for (const key of keys) await incoming.discard(key)
    }
  }

  return {
    keep,
    keepSmall,
    /** Null when the bytes are not there. */
    read: (sha256: string, range: ByteRange | null): Promise<Readable | null> => blobs.read(sha256, range),
  }
}

export type Artifacts = ReturnType<typeof createArtifacts>

/** Two files of a run may have the same name, in two folders. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  const ending = extname(name)
  const stem = name.slice(0, name.length - ending.length)
  for (let number = 2, candidate = name; ; number += 1) {
    if (!taken.has(candidate)) return candidate
    candidate = `${stem} (${number})${ending}`
  }
}
