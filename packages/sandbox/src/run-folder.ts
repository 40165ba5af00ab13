import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '@sonde/ground/logger.ts'

export type RunFolder = { path: string; remove(): Promise<void> }
type FolderOptions = { folders: string; log: Logger }

/** A folder for one run that nobody else may enter, with a place for temporary files. */
export async function createRunFolder(
  { folders, log }: FolderOptions,
  owner: number | null,
): Promise<RunFolder> {
  await mkdir(folders, { recursive: true })
  const path = await mkdtemp(join(folders, 'run-'))
  const temporary = join(path, 'tmp')
  await mkdir(temporary, { mode: 0o700 })
  await chmod(path, 0o700)
  if (owner !== null) {
    // Others may pass through to what is theirs, and see nothing of what else is there.
    await chmod(folders, 0o711)
    await chown(temporary, owner, owner)
    await chown(path, owner, owner)
  }
  return {
    path,
    async remove() {
      try {
        await rm(path, { recursive: true, force: true }).catch(() => removeStubborn(path, owner))
      } catch (error) {
        // What a run has measured counts, whatever becomes of its folder.
        log.error({ folder: path, error }, 'The folder of a scripted run could not be removed')
      }
    },
  }
}

/** Folders that their owner has locked, and paths that are too long for one call. */
async function removeStubborn(path: string, owner: number | null): Promise<void> {
  // The folder itself may not be theirs to remove; what is in it goes first.
  const script = 'chmod -R u+rwX -- "$1"; rm -rf -- "$1"'
  const child = spawn('/bin/sh', ['-c', script, 'sh', path], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    stdio: 'ignore',
    ...(owner !== null && { uid: owner, gid: owner }),
  })
  await once(child, 'exit')
  await rm(path, { recursive: true, force: true })
}
