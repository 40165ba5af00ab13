import { createHash, hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import { BlobStoreUnavailable } from './blob-store.ts'

/** After this time without a further part a file counts as given up. */
const abandonedMs = 3_600_000

export type IncomingPart = { start: number; length: number }

/** The connection broke, or brought less than it had said. */
export class PartBroken extends Error {
  override readonly name = 'PartBroken'
}

/**
 * Files that are on their way in, part by part. What has arrived lies on the disk and nowhere else; a part that breaks
 * off leaves nothing.
 */
export function createIncomingFiles({ folder }: { folder: string }) {
  const writing = new Map<string, { abort: AbortController; ended: Promise<void> }>()
  let isReady: Promise<unknown> | null = null

  const pathOf = (key: string) => join(folder, hash('sha256', key))

  async function ready(): Promise<void> {
    isReady ??= mkdir(folder, { recursive: true, mode: 0o700 })
    try {
      await isReady
    } catch (error) {
      isReady = null
      throw error
    }
  }

  /** Whoever begins anew has lost the connection that we may still take for a good one. */
  async function alone<Result>(key: string, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    for (let other = writing.get(key); other !== undefined; other = writing.get(key)) {
      other.abort.abort(new PartBroken('the same file is being sent by another connection'))
      await other.ended
    }
    const ended = Promise.withResolvers<void>()
    const abort = new AbortController()
    writing.set(key, { abort, ended: ended.promise })
    try {
      return await work(abort.signal)
    } finally {
      writing.delete(key)
      ended.resolve()
    }
  }

  async function sizeOf(key: string): Promise<number> {
    return await stat(pathOf(key)).then(
      ({ size }) => size,
      (error: unknown) => {
        if (isAbsent(error)) return 0
        throw error
      },
    )
  }

  async function write(
    path: string,
    { start, length }: IncomingPart,
    body: Readable,
    signal: AbortSignal,
  ): Promise<void> {
    addAbortSignal(signal, body)
    const file = await open(path, start === 0 ? 'w' : 'r+', 0o600)
    let position = start
    try {
      await file.truncate(start)
      // Left open when the disk fails: the answer goes out over the same connection.
      for await (const chunk of readChunks(body)) {
        if (position + chunk.length > start + length) throw new PartBroken('the part is longer than it said')
        position += await writeAll(file, chunk, position)
      }
      if (position < start + length) throw new PartBroken('the part is shorter than it said')
    } finally {
      await file.close()
    }
  }

  async function receiveWhole(
    path: string,
    { body, signal, most }: { body: Readable; signal: AbortSignal; most: number },
  ): Promise<{ bytes: number; sha256: string } | null> {
    addAbortSignal(signal, body)
    const digest = createHash('sha256')
    const file = await open(path, 'w', 0o600)
    let bytes = 0
    try {
      for await (const chunk of readChunks(body)) {
        if (bytes + chunk.length > most) return null
        digest.update(chunk)
        bytes += await writeAll(file, chunk, bytes)
      }
      return { bytes, sha256: digest.digest('hex') }
    } finally {
      await file.close()
    }
  }

  return {
    /** What is done with a file is done by one connection at a time: the last one that came. */
    alone,
    received: sizeOf,

    /** How much is there afterwards, or before a part that does not follow. Called by whoever is `alone` with the file. */
    async append(
      key: string,
      part: IncomingPart,
      { body, signal }: { body: Readable; signal: AbortSignal },
    ): Promise<{ isElsewhere: boolean; received: number }> {
      return await explained(async () => {
        await ready()
        const size = await sizeOf(key)
        if (part.start > size) return { isElsewhere: true, received: size }
        const path = pathOf(key)
        try {
          await write(path, part, body, signal)
        } catch (error) {
          if (part.start === 0) await rm(path, { force: true })
          else await truncate(path, part.start)
          throw error
        }
        return { isElsewhere: false, received: part.start + part.length }
      })
    },

    /**
     * A file of unknown length, hashed while it is written; null when it is longer than `most`. One that breaks off
     * leaves nothing. Called by whoever is `alone` with the file.
     */
    async receive(
      key: string,
      { body, signal, most }: { body: Readable; signal: AbortSignal; most: number },
    ): Promise<{ path: string; bytes: number; sha256: string } | null> {
      return await explained(async () => {
        await ready()
        const path = pathOf(key)
        try {
          const received = await receiveWhole(path, { body, signal, most })
          if (received === null) await rm(path, { force: true })
          return received === null ? null : { path, ...received }
        } catch (error) {
          await rm(path, { force: true })
          throw error
        }
      })
    },

    /** A file that is whole. */
    async write(key: string, content: Uint8Array): Promise<string> {
      return await explained(async () => {
        await ready()
        const path = pathOf(key)
        const file = await open(path, 'w', 0o600)
        try {
          await file.writeFile(content)
        } finally {
          await file.close()
        }
        return path
      })
    },

    pathOf,
    discard: (key: string) => rm(pathOf(key), { force: true }),

    /** Removes what nobody goes on with. */
    async removeAbandoned(nowMs: number): Promise<number> {
      const names = await readdir(folder).catch((error: unknown) => {
        if (isAbsent(error)) return []
        throw error
      })
      const busy = new Set([...writing.keys()].map((key) => hash('sha256', key)))
      let removed = 0
      for (const name of names) {
        if (busy.has(name)) continue
        const path = join(folder, name)
        const changedMs = await stat(path).then(
          ({ mtimeMs }) => mtimeMs,
          () => nowMs,
        )
        if (nowMs - changedMs < abandonedMs) continue
        await rm(path, { force: true })
        removed += 1
      }
      return removed
    },
  }
}

export type IncomingFiles = ReturnType<typeof createIncomingFiles>

/** Of a file of any size, read piece by piece. */
export async function hashFile(path: string): Promise<string> {
  const digest = createHash('sha256')
  for await (const chunk of createReadStream(path)) digest.update(chunk as Buffer)
  return digest.digest('hex')
}

async function* readChunks(body: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) yield chunk as Buffer
  } catch (error) {
    if (error instanceof PartBroken) throw error
    throw new PartBroken('the connection broke off', { cause: error })
  }
}

async function writeAll(file: FileHandle, chunk: Buffer, position: number): Promise<number> {
  let written = 0
  while (written < chunk.length) {
    const { bytesWritten } = await file.write(chunk, written, chunk.length - written, position + written)
    written += bytesWritten
  }
  return written
}

async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PartBroken) throw error
    throw new BlobStoreUnavailable(`an artifact cannot be written: ${String(error)}`, { cause: error })
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
