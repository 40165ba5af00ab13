import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { closedFolder } from '@sonde/sandbox/closed-folder.ts'
import { openFolders } from './open-folder.ts'

/** The code that runs scripts inside their sandbox. */
export const ownHarness = fileURLToPath(new URL('../../../sandbox/harness', import.meta.url))

/**
 * Where users of sandboxes can read the harness. A program in the home of root is closed to them: then it is copied into the
 * folder of the agent's caches, under the hash of its content, so that several releases can use it at a time.
 */
export async function openHarness(cacheFolder: string, source: string = ownHarness): Promise<string> {
  const entries = await readdir(source, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(source, join(parentPath, name)))
  const files = await Promise.all(
    names.toSorted().map(async (name) => ({ name, bytes: await readFile(join(source, name)) })),
  )
  if (isOpen(source, names)) return source
  const hash = createHash('sha256')
  for (const { name, bytes } of files) hash.update(`${name}\0${bytes.length}\0`).update(bytes)
  const root = join(cacheFolder, 'harness')
  const folder = join(root, hash.digest('hex').slice(0, 32))
  if (await isCopy(folder, files)) return folder
  await openFolders(cacheFolder, root)
  const staging = await mkdtemp(join(root, '.copying-'))
  try {
    for (const { name, bytes } of files) {
      const path = join(staging, name)
      await openFolders(dirname(path))
      await writeFile(path, bytes)
      await chmod(path, 0o644)
    }
    await chmod(staging, 0o755)
    // What lies there may be half of it, or have been changed by hand.
    await rm(folder, { recursive: true, force: true })
    await rename(staging, folder)
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
  return folder
}

function isOpen(folder: string, names: readonly string[]): boolean {
  const paths = names.map((name) => join(folder, name))
  return paths.every((path) => closedFolder(path) === null && (statSync(path).mode & 0o004) !== 0)
}

/** Another agent of this machine may be using it: what is right is left alone. */
async function isCopy(folder: string, files: readonly { name: string; bytes: Buffer }[]): Promise<boolean> {
  try {
    const copies = await Promise.all(files.map(({ name }) => readFile(join(folder, name))))
    const names = files.map(({ name }) => name)
    return isOpen(folder, names) && copies.every((copy, index) => files[index]?.bytes.equals(copy) === true)
  } catch {
    return false
  }
}
