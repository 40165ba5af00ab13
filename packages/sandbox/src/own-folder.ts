import { closeSync, constants, lstatSync, openSync, readdirSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { loadLibc } from './libc.ts'
import { thisArchitecture } from './system-calls.ts'

const prefix = 'sonde-scripts-'
const lockEnding = '.lock'
const exclusiveWithoutWaiting = 2 | 4

/** Where an agent keeps what its runs need on disk, until it ends. */
type OwnFolder = {
  path: string
  /** When nothing is left of those of agents that were killed. */
  cleared: Promise<unknown>
  /** When it is removed: others need not look after it any more. */
  release(): void
}

/**
 * The folder of this agent for its runs, and away with those of agents that were killed: a run may have left gigabytes there, and
 * files that nobody has masked yet. Whether their agent lives is told by a lock that the kernel takes back, whatever has become of it.
 */
export function claimOwnFolder(workDir: string): OwnFolder {
  const path = join(workDir, `${prefix}${process.pid}`)
  const lock = lockOf()
  if (lock === null) return { path, cleared: Promise.resolve(), release: () => {} }
  const others = namesIn(workDir).filter((name) => name.startsWith(prefix) && name.endsWith(lockEnding))
  // Nobody waits for it: it may take long.
  const cleared = Promise.all(
    others.map((name) => removeIfLeft(join(workDir, name.slice(0, -lockEnding.length)), lock)),
  )
  const held = openLock(path)
  // Somebody else's, by a process of the same number in another namespace.
  if (held === null || !lock(held)) {
    if (held !== null) closeSync(held)
    return { path: `${path}-${Date.now()}`, cleared, release: () => {} }
  }
  return {
    path,
    cleared,
    release() {
      rmSync(`${path}${lockEnding}`, { force: true })
      closeSync(held)
    },
  }
}

/** Never what another user has put there: that could lead anywhere. */
async function removeIfLeft(path: string, lock: (descriptor: number) => boolean): Promise<void> {
  const descriptor = isOwn(`${path}${lockEnding}`) ? openLock(path) : null
  if (descriptor === null) return
  try {
    if (!lock(descriptor)) return
    if (isOwn(path)) await rm(path, { recursive: true, force: true })
    rmSync(`${path}${lockEnding}`, { force: true })
  } catch {
    // What cannot be removed today, an agent of another day will try again.
  } finally {
    closeSync(descriptor)
  }
}

/** A folder that one may write to is not always one that one may look into. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isOwn(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.uid === process.getuid?.()
}

function openLock(path: string): number | null {
  try {
    return openSync(
      `${path}${lockEnding}`,
      constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW,
      0o600,
    )
  } catch {
    return null
  }
}

/** False: somebody has it. Null: this system has no such locks. */
function lockOf(): ((descriptor: number) => boolean) | null {
  const architecture = process.platform === 'linux' ? thisArchitecture() : null
  if (architecture === null) return null
  const libc = loadLibc(architecture)
  return (descriptor) => libc.call('flock', descriptor, exclusiveWithoutWaiting) === 0
}
