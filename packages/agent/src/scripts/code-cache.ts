import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export type CodeFile = { sha256: string; bytes: number }

/** What came is not what was asked for. */
export class WrongCode extends Error {
  override readonly name = 'WrongCode'
}

const defaultBytes = 2 ** 30
const hashName = /^[0-9a-f]{64}$/

/**
 * Code of runs by its content: what has the same hash is the same file, and is fetched once. Nobody but the agent may
 * enter the folder, and each file is compared with its name whenever it is used.
 */
export function createCodeCache({
  folder,
  mostBytes = defaultBytes,
}: {
  folder: string
  mostBytes?: number
}) {
  /** Bytes by hash; the one that was used last stands last. */
  let known: Promise<Map<string, number>> | null = null
  const fetching = new Map<string, Promise<Buffer>>()
  let fetched = 0

  function openOnce(): Promise<Map<string, number>> {
    known ??= open().catch((error: unknown) => {
      known = null
      throw error
    })
    return known
  }

  async function open(): Promise<Map<string, number>> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const names = (await readdir(folder)).filter((name) => hashName.test(name))
    const files = await Promise.all(
      names.map(async (name) => ({ name, ...pick(await stat(join(folder, name))) })),
    )
    return new Map(files.toSorted((a, b) => a.at - b.at).map(({ name, bytes }) => [name, bytes]))
  }

  async function store(sha256: string, bytes: Buffer): Promise<void> {
    const files = await openOnce()
    const path = join(folder, sha256)
    fetched += 1
    const temporary = `${path}.${process.pid}.${fetched}`
    await writeFile(temporary, bytes, { mode: 0o400 })
    await rename(temporary, path)
    files.delete(sha256)
    files.set(sha256, bytes.length)
    let total = files.values().reduce((sum, size) => sum + size, 0)
    for (const [oldest, size] of files) {
      if (total <= mostBytes || oldest === sha256) break
      files.delete(oldest)
      total -= size
      await rm(join(folder, oldest), { force: true })
    }
  }

  async function readKept({ sha256 }: CodeFile): Promise<Buffer | null> {
    // Without a folder that can be used, everything is fetched.
    const files = await openOnce().catch(() => null)
    if (files === null) return null
    const size = files.get(sha256)
    if (size === undefined) return null
    const bytes = await readFile(join(folder, sha256)).catch(() => null)
    files.delete(sha256)
    if (bytes === null || hashOf(bytes) !== sha256) return null
    files.set(sha256, size)
    return bytes
  }

  async function fetchAndStore(file: CodeFile, fetch: (sha256: string) => Promise<Buffer>): Promise<Buffer> {
    const bytes = await fetch(file.sha256)
    if (bytes.length !== file.bytes || hashOf(bytes) !== file.sha256)
      throw new WrongCode(`the service sent other code than ${file.sha256}`)
    // A disk of ours that is full costs the next run a fetch, and this one nothing.
    await store(file.sha256, bytes).catch(() => undefined)
    return bytes
  }

  return {
    /** The content of a file; `fetch` gets it from the service if it is not here. */
    async read(file: CodeFile, fetch: (sha256: string) => Promise<Buffer>): Promise<Buffer> {
      const kept = await readKept(file)
      if (kept !== null) return kept
      const other = fetching.get(file.sha256)
      // Another run may not have been given what this one is.
      if (other !== undefined) return other.catch(() => fetchAndStore(file, fetch))
      const own = fetchAndStore(file, fetch).finally(() => fetching.delete(file.sha256))
      fetching.set(file.sha256, own)
      return own
    },
  }
}

export type CodeCache = ReturnType<typeof createCodeCache>

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function pick({ size, mtimeMs }: { size: number; mtimeMs: number }): { bytes: number; at: number } {
  return { bytes: size, at: mtimeMs }
}
