import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, rmdirSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorCode } from '../src/engine/failures.ts'

/** A file system of its own that can be filled to the last byte. */
export type SmallDisk = { folder: string; fill(): void; free(): void; remove(): void }

/** Needs the right to mount: returns why not where it is missing. */
export function mountSmallDisk(kilobytes: number): SmallDisk | { unavailable: string } {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-disk-'))
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder], {
    encoding: 'utf8',
  })
  if (mount.status !== 0) {
    rmdirSync(folder)
    return { unavailable: `cannot mount a small disk: ${(mount.error?.message ?? mount.stderr).trim()}` }
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    fill: () => writeUntilFull(filler),
    free: () => rmSync(filler),
    remove() {
      // Lazily: the test may still have files open.
      spawnSync('umount', ['--lazy', folder])
      rmdirSync(folder)
    },
  }
}

function writeUntilFull(file: string): void {
  const descriptor = openSync(file, 'a')
  const block = Buffer.alloc(4_096)
  try {
    for (;;) writeSync(descriptor, block)
  } catch (error) {
    if (errorCode(error) !== 'ENOSPC') throw error
  } finally {
    closeSync(descriptor)
  }
}
