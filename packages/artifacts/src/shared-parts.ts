import { hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { forgetUpload, insertUploadPart, partsOfUpload } from '@sonde/store/artifacts/upload-parts.ts'
import type { ArtifactsDeps } from './artifacts.ts'
import { type IncomingPart, PartBroken } from './incoming-files.ts'
import { putBlob } from './put-blob.ts'

type Connection = { body: Readable; signal: AbortSignal }

/**
 * Parts of large files that come to any of several servers: the bytes of each are a blob of its own, where all servers find it,
 * until the server that has received the last one puts them together.
 */
export function createSharedParts(deps: ArtifactsDeps) {
  const { store, clock, blobs, incoming } = deps
  const uploadOf = (key: string) => hash('sha256', key)
  const listed = (key: string) => partsOfUpload(store.read, uploadOf(key))

  async function forget(key: string): Promise<void> {
    await store.write((db) => forgetUpload(db, { upload: uploadOf(key), now: clock.now() }))
  }

  async function keep(key: string, { start, length }: IncomingPart, connection: Connection): Promise<void> {
    const ownKey = `${key}/part/${start}`
    try {
      const file = await incoming.receive(ownKey, { ...connection, most: length })
      if (file === null) throw new PartBroken('the part is longer than it said')
      if (file.bytes < length) throw new PartBroken('the part is shorter than it said')
      await putBlob(deps, file)
      const { bytes, sha256 } = file
      const part = { upload: uploadOf(key), start, bytes, sha256, at: clock.now() }
      await store.write((db) => insertUploadPart(db, part))
    } finally {
      await incoming.discard(ownKey)
    }
  }

  return {
    received: async (key: string): Promise<number> => endOf(await listed(key)),

    /** How much is there afterwards, or before a part that does not follow. */
    async append(
      key: string,
      part: IncomingPart,
      connection: Connection,
    ): Promise<{ isElsewhere: boolean; received: number }> {
      const known = await listed(key)
      const ends = [0, ...known.map(({ start, bytes }) => start + bytes)]
      // Parts are kept as they came: a new one begins where one of them does or the last one ends.
      if (!ends.includes(part.start))
        return { isElsewhere: true, received: Math.max(...ends.filter((end) => end < part.start)) }
      await keep(key, part, connection)
      return { isElsewhere: false, received: endOf(await listed(key)) }
    },

    /** Puts the parts together where files that are on their way are. False, and nothing is there, when one is gone. */
    async assemble(key: string, signal: AbortSignal): Promise<boolean> {
      for (const { start, bytes, sha256 } of await listed(key)) {
        const body = await blobs.read(sha256, null)
        if (body === null) {
          await forget(key)
          return false
        }
        await incoming.append(key, { start, length: bytes }, { body, signal })
      }
      return true
    },

    /** The file is stored, or is not what it was said to be. */
    forget,
  }
}

export type SharedParts = ReturnType<typeof createSharedParts>

function endOf(parts: readonly { start: number; bytes: number }[]): number {
  return parts.reduce((end, { start, bytes }) => Math.max(end, start + bytes), 0)
}
