import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type BlobStore, BlobStoreUnavailable, isHash } from './blob-store.ts'

/** Files below a folder, each in one that its first two digits name: no folder gets too many. */
export function createFileBlobs({ folder }: { folder: string }): BlobStore {
  const pathOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256)

  return {
    async put({ sha256 }, from) {
      const path = pathOf(sha256)
      await explained(async () => {
        await syncAt(from)
        if ((await mkdir(dirname(path), { recursive: true, mode: 0o700 })) !== undefined) await syncAt(folder)
        await rename(from, path)
        await syncAt(dirname(path))
      })
    },

    async read(sha256, range) {
      return await explained(async () => {
        const file = await open(pathOf(sha256), 'r').catch(unlessAbsent)
        return file === null ? null : file.createReadStream({ ...range })
      })
    },

    async remove(sha256) {
      await explained(() => rm(pathOf(sha256), { force: true }))
    },

    async *list(digits) {
      const own = join(folder, digits)
      const names = (await explained(() => readdir(own).catch(unlessAbsent))) ?? []
      for (const sha256 of names.filter(isHash)) {
        const found = await explained(() => stat(join(own, sha256)).catch(unlessAbsent))
        if (found !== null) yield [{ sha256, bytes: found.size }]
      }
    },
  }
}

/** What was written, and for a folder what was renamed into it, outlives a power cut. */
async function syncAt(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw new BlobStoreUnavailable(`the folder of artifacts cannot be used: ${String(error)}`, {
      cause: error,
    })
  }
}

function unlessAbsent(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
