import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { dayMs } from '@sonde/ground/durations.ts'

const unusedMs = 30 * dayMs
const partName = /\.part-\d+-\d+$/

/** What came is not what was asked for, or not all of it. */
class WrongFile extends Error {
  override readonly name = 'WrongFile'
}

/**
 * Large files by name, on the disk of the agent: nothing of them is ever in memory but the piece that is passing. Those that
 * were not used for the longest time go first, and those that nobody used for 30 days go anyway. Nobody but the agent may enter
 * the folder.
 */
export function createFileCache({
  folder,
  mostBytes,
  now,
}: {
  folder: string
  mostBytes: number
  now(): number
}) {
  let parts = 0
  let isReady: Promise<void> | null = null

  async function ready(): Promise<void> {
    isReady ??= openFolder().catch((error: unknown) => {
      isReady = null
      throw error
    })
    await isReady
  }

  async function openFolder(): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // What an agent that was killed had begun.
    for (const name of await readdir(folder))
      if (partName.test(name)) await rm(join(folder, name), { force: true })
    await makeRoom(null)
  }

  /** What was not used for too long goes, and the oldest until the rest fits; never the one of this name. */
  async function makeRoom(kept: string | null): Promise<void> {
    const names = (await readdir(folder)).filter((name) => !partName.test(name))
    const files = await Promise.all(
      names.map(async (name) => {
        const status = await stat(join(folder, name)).catch(() => null)
        return { name, bytes: status?.size ?? 0, at: status?.mtimeMs ?? 0 }
      }),
    )
    let total = files.reduce((sum, { bytes }) => sum + bytes, 0)
    for (const { name, bytes, at } of files.toSorted((a, b) => a.at - b.at)) {
      if (name === kept) continue
      if (total <= mostBytes && now() - at <= unusedMs) return
      await rm(join(folder, name), { force: true })
      total -= bytes
    }
  }

  return {
    /** Where the file is; null: it is not here, or is not what it was. */
    async find(name: string, sha256: string): Promise<string | null> {
      await ready()
      const path = join(folder, name)
      const hash = await hashOf(path)
      if (hash === null) return null
      if (hash !== sha256) {
        await rm(path, { force: true })
        return null
      }
      // The time of a file tells when it was used last.
      const usedAt = new Date(now())
      await utimes(path, usedAt, usedAt)
      return path
    },

    /** Takes what comes; fails with `WrongFile` when it has another hash than `sha256`, where that is known. */
    async store(
      name: string,
      body: Readable,
      { sha256, most }: { sha256: string | null; most: number },
    ): Promise<{ path: string; sha256: string; bytes: number }> {
      await ready()
      parts += 1
      const part = join(folder, `${name}.part-${process.pid}-${parts}`)
      try {
        const written = await write(part, body, most)
        if (sha256 !== null && written.sha256 !== sha256)
          throw new WrongFile(`the bytes that came for ${name} have another hash`)
        const path = join(folder, name)
        const storedAt = new Date(now())
        await utimes(part, storedAt, storedAt)
        await rename(part, path)
        await makeRoom(name)
        return { path, ...written }
      } finally {
        body.destroy()
        await rm(part, { force: true })
      }
    },

    async remove(name: string): Promise<void> {
      await rm(join(folder, name), { force: true })
    },
  }
}

export type FileCache = ReturnType<typeof createFileCache>

async function write(path: string, body: Readable, most: number): Promise<{ sha256: string; bytes: number }> {
  const digest = createHash('sha256')
  const file = await open(path, 'wx', 0o600)
  let bytes = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > most) throw new WrongFile(`more than ${most} bytes came`)
      digest.update(chunk)
      await file.writeFile(chunk)
    }
  } finally {
    await file.close()
  }
  return { sha256: digest.digest('hex'), bytes }
}

async function hashOf(path: string): Promise<string | null> {
  const digest = createHash('sha256')
  try {
    for await (const chunk of createReadStream(path)) digest.update(chunk as Buffer)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  return digest.digest('hex')
}
