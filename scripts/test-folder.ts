import { spawnSync } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const gigabyte = 1024 ** 3
const leastRoomBytes = 4 * gigabyte
const leastFreeBytes = 8 * gigabyte

/**
 * One folder for all temporary files of a run, gone at its end. It is in memory where there is plenty: hundreds of
 * databases are made and dropped, which takes a third less time without a disk. A TMPDIR of the caller's own counts.
 */
export function makeTestFolder(): { path: string; remove(): void } {
  const parent = process.env['TMPDIR'] === undefined && hasRoomInMemory() ? memory : tmpdir()
  const path = makeFolder(parent)
  // Some systems run no program from memory, and tests write and start some.
  if (parent === memory && !canRunPrograms(path)) {
    remove(path)
    return makeTestFolderAt(makeFolder(tmpdir()))
  }
  return makeTestFolderAt(path)
}

function makeTestFolderAt(path: string) {
  return { path, remove: () => remove(path) }
}

function makeFolder(parent: string): string {
  const path = mkdtempSync(join(parent, 'sonde-tests-'))
  // PostgreSQL, and agents without rights, run as other users and must find their way in.
  chmodSync(path, 0o755)
  return path
}

// A killed test may have left a view of this very checkout in it, which must not be emptied from there.
function remove(path: string): void {
  if (mountsBelow(path).length > 0) {
    console.log(`${path} was left: ${mountsBelow(path).join(', ')} is still mounted`)
    return
  }
  rmSync(path, { recursive: true, force: true })
}

function mountsBelow(path: string): string[] {
  if (process.platform !== 'linux') return []
  return readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((point) => point.startsWith(`${path}/`))
}

function hasRoomInMemory(): boolean {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= leastRoomBytes && freemem() >= leastFreeBytes
  } catch {
    return false
  }
}

function canRunPrograms(folder: string): boolean {
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}
