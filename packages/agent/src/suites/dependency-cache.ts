import { hash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { arch, platform } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FileCache } from './file-cache.ts'

/** What decides which packages a project ends up with, and whose they are. */
export type DependencyOrder = {
  accountId: string
  cacheHash: string
  installCommand: string
  workingDir: string
  engine: string
  packageManager: string
}

/** The name of an entry. Those of one account are never found by another: it is part of the name. */
export function dependencyKey(order: DependencyOrder): string {
  const { accountId, cacheHash, installCommand, workingDir, engine, packageManager } = order
  const parts = [accountId, cacheHash, installCommand, workingDir, engine, packageManager, platform(), arch()]
  return hash('sha256', JSON.stringify(parts))
}

/** Packages of projects that were installed before. */
export type DependencyCache = {
  /** Where the archive is; null: there is none that could be used. */
  find(key: string): Promise<string | null>
  store(key: string, archive: Readable): Promise<void>
  invalidate(key: string): Promise<void>
}

/**
 * Packages of projects, each as one archive. What an entry has to be is written down beside it, where no run gets: one that was
 * changed since is not used.
 */
export function createDependencyCache({
  files,
  digests,
  mostBytes,
}: {
  files: FileCache
  /** The folder for their hashes. */
  digests: string
  /** Of one entry. */
  mostBytes: number
}): DependencyCache {
  const pathOf = (key: string) => join(digests, key)

  async function invalidate(key: string): Promise<void> {
    await rm(pathOf(key), { force: true })
    await files.remove(key)
  }

  return {
    async find(key) {
      const digest = await readFile(pathOf(key), 'utf8').catch(() => null)
      const path = digest === null ? null : await files.find(key, digest)
      // Nothing is to be said of what is not there any more.
      if (path === null) await rm(pathOf(key), { force: true })
      return path
    },
    async store(key, archive) {
      // Until the new hash is written there is no entry.
      await rm(pathOf(key), { force: true })
      const { sha256 } = await files.store(key, archive, { sha256: null, most: mostBytes })
      await mkdir(digests, { recursive: true, mode: 0o700 })
      const staging = `${pathOf(key)}.new`
      await writeFile(staging, sha256, { mode: 0o600 })
      await rename(staging, pathOf(key))
    },
    invalidate,
  }
}
