import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'

export type RunFolder = { path: string; remove(): Promise<void> }

/** A folder for one run that nobody else may enter, with a place for temporary files. */
export async function createRunFolder(root: string, owner: number | null): Promise<RunFolder> {
  await mkdir(root, { recursive: true })
  const path = await mkdtemp(join(root, 'run-'))
  const temporary = join(path, 'tmp')
  await mkdir(temporary, { mode: 0o700 })
  await chmod(path, 0o700)
  if (owner !== null) {
    // Others may pass through to what is theirs, and see nothing of what else is there.
    await chmod(root, 0o711)
    await chown(temporary, owner, owner)
    await chown(path, owner, owner)
  }
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 3 }) }
}
