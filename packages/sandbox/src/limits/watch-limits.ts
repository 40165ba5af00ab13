import { lstatSync, readdirSync, statSync } from 'node:fs'
import { readdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { MachineShortage } from './machine-shortage.ts'
import { pageBytes } from './page-bytes.ts'
import { isShortage, readFiguresOrNull, readOrNull } from '../process-table.ts'
import type { SandboxLimits } from '../sandbox.ts'

const memoryEveryMs = 200
/** Files are looked at in every fifth round only: that takes longer. */
const filesEvery = 5
/** An agent without descriptors sees nothing. What it does not see for so long is ended. */
const longestBlindMs = 10_000
/** What a file costs beside its content: the kernel's own notes of it. */
const bytesPerFile = 1024
/** So long a folder counts as what it was, while its file system does not lose this share of what the run has left. */
const keptForMs = 10_000
const noticedShare = 1 / 8
/** Then others have their turn on the thread. */
const longestTurnMs = 2
/** The same for memory. */
const memoryKeptForMs = 900
/** And for open files, in memory and on disk. */
const openKeptForMs = 5_000

export type LimitWatch = {
  limits: SandboxLimits
  /** Then only files are looked at. */
  isMemoryKept: boolean
  /** Those of the run that are alive. */
  processes(): number[]
  /** Bytes on disk, with the help of those that are alive; infinite: they cannot be measured. */
  measureDisk(members: readonly number[]): Promise<number>
  /** Where deleted files that are still open count as disk; anywhere else they are memory. */
  folder: string | null
  shortage: MachineShortage
  exceed(limit: 'memory' | 'disk'): void
  /** For too long nobody could look: then there is no limit. */
  goBlind(): void
}

/** Looks at a run again and again, for limits that the kernel keeps for single processes only. Returns how to stop. */
export function watchLimits(watch: LimitWatch): () => void {
  const { limits, isMemoryKept, processes, measureDisk, folder, shortage, exceed } = watch
  let isStopped = false
  let seenMs = performance.now()
  let hiddenMemoryBytes = 0
  /** What the run has left, as it was seen last. */
  const left = { memoryBytes: isMemoryKept ? Infinity : limits.memoryBytes, diskBytes: limits.diskBytes }
  const memory = createMemoryMeter({ limitBytes: limits.memoryBytes })
  const measureDeleted = createDeletedFilesMeter(folder)
  const look = async (round: number) => {
    shortage.look()
    const looksAtFiles = isMemoryKept || round % filesEvery === 0
    if (!looksAtFiles && memory.isUnchanged()) {
      seenMs = performance.now()
      return
    }
    const members = processes()
    let diskBytes = 0
    if (looksAtFiles) {
      shortage.lookAt(members)
      const deleted = await measureDeleted(members, left)
      hiddenMemoryBytes = deleted.memoryBytes
      diskBytes = deleted.diskBytes + (await measureDisk(members))
      left.diskBytes = limits.diskBytes - diskBytes
    }
    if (isStopped) return
    seenMs = performance.now()
    const memoryBytes = isMemoryKept
      ? 0
      : memory.measure(
          () => measureMemory(members, limits.memoryBytes - hiddenMemoryBytes) + hiddenMemoryBytes,
        )
    if (!isMemoryKept) left.memoryBytes = limits.memoryBytes - memoryBytes
    if (memoryBytes > limits.memoryBytes) exceed('memory')
    else if (diskBytes > limits.diskBytes) exceed('disk')
  }
  let round = 0
  let isLooking = false
  const timer = setInterval(
    () => {
      if (isLooking) return
      isLooking = true
      round += 1
      void look(round)
        .catch((error: unknown) => {
          if (!isShortage(error)) throw error
          if (!isStopped && performance.now() - seenMs > longestBlindMs) watch.goBlind()
        })
        .finally(() => {
          isLooking = false
        })
    },
    memoryEveryMs * (isMemoryKept ? filesEvery : 1),
  )
  timer.unref()
  return () => {
    isStopped = true
    clearInterval(timer)
  }
}

/**
 * What processes have is added up from hundreds of small files, five times in a second. Memory that they take is missing to the
 * machine at once: in between it is enough to look at that, as for `createFolderMeter`.
 */
export function createMemoryMeter({
  limitBytes,
  now = () => performance.now(),
  readAvailable = availableBytes,
}: {
  limitBytes: number
  now?: () => number
  readAvailable?: () => number
}): { isUnchanged(): boolean; measure(read: () => number): number } {
  let known: { bytes: number; atMs: number; mostAvailable: number } | null = null
  return {
    isUnchanged() {
      if (known === null || now() - known.atMs > memoryKeptForMs) return false
      const available = readAvailable()
      known.mostAvailable = Math.max(known.mostAvailable, available)
      return known.mostAvailable - available < (limitBytes - known.bytes) * noticedShare
    },
    measure(read) {
      // Before: what is taken meanwhile is looked at once more.
      const mostAvailable = readAvailable()
      const bytes = read()
      known = { bytes, atMs: now(), mostAvailable }
      return bytes
    },
  }
}

/** What the machine has left; NaN: it does not tell. */
function availableBytes(): number {
  const kibibytes = /^MemAvailable:\s+(\d+) kB/m.exec(readFiguresOrNull('/proc/meminfo') ?? '')?.[1]
  return kibibytes === undefined ? Number.NaN : Number(kibibytes) * 1024
}

/**
 * What processes use together, shared memory divided among those that share it. That sum is dear to ask for, so that it is
 * asked for only when the one that counts shared memory for each of them is above the limit.
 */
function measureMemory(pids: readonly number[], limitBytes: number): number {
  const sum = (read: (pid: number) => number) => pids.reduce((total, pid) => total + read(pid), 0)
  const upperBound = sum(residentBytes)
  return upperBound <= limitBytes ? upperBound : sum(proportionalBytes)
}

function residentBytes(pid: number): number {
  const [, pages] = readFiguresOrNull(`/proc/${pid}/statm`)?.split(' ') ?? []
  return Number(pages ?? 0) * pageBytes
}

/** Of a process that may not be looked into, the upper bound. */
function proportionalBytes(pid: number): number {
  const kibibytes = /^Pss:\s+(\d+) kB/m.exec(readOrNull(`/proc/${pid}/smaps_rollup`) ?? '')?.[1]
  return kibibytes === undefined ? residentBytes(pid) : Number(kibibytes) * 1024
}

type Bytes = { memoryBytes: number; diskBytes: number }

/**
 * What files take that have no name any more. A browser has a thousand open ones, which are looked at when the machine or the
 * file system of the folder has less, as for `createFolderMeter`.
 */
export function createDeletedFilesMeter(
  folder: string | null,
  {
    now = () => performance.now(),
    readAvailable = availableBytes,
    freeIn = freeBytes,
    read = measureDeletedFiles,
  }: {
    now?: () => number
    readAvailable?: () => number
    freeIn?: (folder: string) => Promise<number>
    read?: (pids: readonly number[], folder: string | null) => Bytes
  } = {},
): (pids: readonly number[], left: Bytes) => Promise<Bytes> {
  let known: { files: Bytes; atMs: number; mostAvailable: number; mostFree: number } | null = null
  return async (pids, left) => {
    const [atMs, available] = [now(), readAvailable()]
    const free = folder === null ? 0 : await freeIn(folder)
    if (known !== null && atMs - known.atMs < openKeptForMs) {
      known.mostAvailable = Math.max(known.mostAvailable, available)
      known.mostFree = Math.max(known.mostFree, free)
      const isUnchanged =
        known.mostAvailable - available < left.memoryBytes * noticedShare &&
        known.mostFree - free < left.diskBytes * noticedShare
      if (isUnchanged) return known.files
    }
    const files = read(pids, folder)
    known = { files, atMs, mostAvailable: available, mostFree: free }
    return files
  }
}

/** Files that have no name any more and are still open, among them those that never had one but in memory. */
function measureDeletedFiles(pids: readonly number[], folder: string | null): Bytes {
  const device = folder === null ? null : (statSync(folder, { throwIfNoEntry: false })?.dev ?? null)
  const seen = new Set<string>()
  let [memoryBytes, diskBytes] = [0, 0]
  for (const pid of pids) {
    for (const path of openFiles(pid)) {
      const stats = statOrNull(path)
      if (stats === null || !stats.isFile() || stats.nlink > 0 || seen.has(`${stats.dev}:${stats.ino}`))
        continue
      seen.add(`${stats.dev}:${stats.ino}`)
      if (stats.dev === device) diskBytes += stats.blocks * 512
      else memoryBytes += stats.blocks * 512
    }
  }
  return { memoryBytes, diskBytes }
}

function openFiles(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((name) => `/proc/${pid}/fd/${name}`)
  } catch (error) {
    if (isShortage(error)) throw error
    return []
  }
}

function statOrNull(path: string) {
  try {
    return statSync(path)
  } catch {
    return null
  }
}

/**
 * What a folder takes on disk. Stops at the limit; what cannot be looked into, because of its rights or depth, is infinite. Throws
 * when it is the agent that has nothing left to look with.
 */
async function measureFolder(folder: string, limitBytes: number): Promise<number> {
  const open = [folder]
  let bytes = 0
  let turnMs = performance.now()
  for (let path = open.pop(); path !== undefined && bytes <= limitBytes; path = open.pop()) {
    const names = await presentOrNull(readdir(path))
    if (names === 'unreadable') return Number.POSITIVE_INFINITY
    for (const name of names ?? []) {
      if (performance.now() - turnMs > longestTurnMs) {
        await nextTurn()
        turnMs = performance.now()
      }
      // Asking for one file by another thread takes several times as long as asking for it here.
      const stats = statsOrNull(join(path, name))
      if (stats === 'unreadable') return Number.POSITIVE_INFINITY
      if (stats === null) continue
      bytes += stats.blocks * 512 + bytesPerFile
      if (stats.isDirectory()) open.push(join(path, name))
    }
  }
  return bytes
}

/**
 * The same again and again, for a folder with thousands of files: looking at each of them every second takes as much of a
 * processor as a test. What a run writes is missing in its file system at once, so that the files are looked at when something
 * is, and now and then in any case: what others remove meanwhile hides it.
 */
export function createFolderMeter(
  folder: string,
  {
    limitBytes,
    now = () => performance.now(),
    freeIn = freeBytes,
  }: { limitBytes: number; now?: () => number; freeIn?: (folder: string) => Promise<number> },
): () => Promise<number> {
  let known: { bytes: number; atMs: number; mostFree: number } | null = null
  return async () => {
    const [atMs, free] = [now(), await freeIn(folder)]
    if (known !== null && atMs - known.atMs < keptForMs) {
      known.mostFree = Math.max(known.mostFree, free)
      if (known.mostFree - free < (limitBytes - known.bytes) * noticedShare) return known.bytes
    }
    const bytes = await measureFolder(folder, limitBytes)
    known = { bytes, atMs, mostFree: free }
    return bytes
  }
}

/** What the file system of a folder has left, as `measureFolder` counts; NaN: it does not tell. */
async function freeBytes(folder: string): Promise<number> {
  const system = await presentOrNull(statfs(folder))
  if (system === null || system === 'unreadable' || system.blocks === 0) return Number.NaN
  return system.bfree * system.bsize + system.ffree * bytesPerFile
}

/** Null: it has gone meanwhile. */
async function presentOrNull<Value>(reading: Promise<Value>): Promise<Value | 'unreadable' | null> {
  try {
    return await reading
  } catch (error) {
    return goneOrUnreadable(error)
  }
}

function statsOrNull(path: string) {
  try {
    return lstatSync(path)
  } catch (error) {
    return goneOrUnreadable(error)
  }
}

function goneOrUnreadable(error: unknown): 'unreadable' | null {
  if (isShortage(error)) throw error
  return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? null : 'unreadable'
}

/**
 * What lies in memory file systems of a namespace, as seen by whichever process of it may be looked at. The kernel keeps each of
 * them to its size, in which empty files do not count; nobody but us adds them up.
 */
export async function measureMemorySystems(
  members: readonly number[],
  folders: readonly string[],
): Promise<number> {
  for (const pid of members.toReversed()) {
    try {
      const systems = await Promise.all(folders.map((folder) => statfs(`/proc/${pid}/root${folder}`)))
      return systems.reduce(
        (sum, { bsize, blocks, bfree, files, ffree }) =>
          sum + (blocks - bfree) * bsize + (files - ffree) * bytesPerFile,
        0,
      )
    } catch {
      // It has ended meanwhile, or is not ours to look at; another one shows the same.
    }
  }
  return 0
}
