import { statfsSync } from 'node:fs'
import { join } from 'node:path'
import { isShortage, readOrNull } from '../process-table.ts'
import { createProcessorWait } from './processor-wait.ts'

/** What the machine ran out of while a run was going on. */
export type MachineShortage = {
  /** From here on it matters. */
  begin(): void
  /** Again and again: what is over at the end of the run was there all the same. */
  look(): void
  /** The same for those of the run that are alive, now and then. */
  lookAt(pids: readonly number[]): void
  /** For people; null: nothing that was seen. */
  found(): string | null
  /** Of processors, for people: without them a run fails only by being late. */
  starved(): string | null
}

/** With less than this on its disk, files of a run may not have been written, whatever became of them since. */
const leastBytes = 4 * 2 ** 20

const noDisk = "The agent's machine has no space left on the disk of WORK_DIR"
const noMemory = "The agent's machine has run out of memory, and the kernel has ended processes"

/**
 * Looks whether a machine has what its runs are promised. A failure of code that could not write its files, or whose processes the
 * kernel has killed, says nothing of what it looked at.
 */
export function createMachineShortage({
  folder,
  oomKills = countOomKills,
}: {
  /** Where its files are; null: in memory only. */
  folder: string | null
  /** How many processes the kernel has killed for want of memory so far; null where its control group tells. */
  oomKills?: (() => number) | null
}): MachineShortage {
  const wait = createProcessorWait()
  let before = Infinity
  let hadNoDisk = false
  // A count that only grows is asked for once, at the end: the kernel writes its file anew for every look.
  const hadNoMemory = () => (oomKills?.() ?? 0) > before
  return {
    begin() {
      before = oomKills?.() ?? 0
      wait.begin()
    },
    look() {
      hadNoDisk ||= folder !== null && isFull(folder)
    },
    lookAt: wait.look,
    found: () => (hadNoMemory() ? noMemory : hadNoDisk ? noDisk : null),
    starved: wait.found,
  }
}

function isFull(folder: string): boolean {
  try {
    const { blocks, bavail, bsize, files, ffree } = statfsSync(folder)
    // Some file systems do not tell how large they are.
    return (blocks > 0 && bavail * bsize < leastBytes) || (files > 0 && ffree === 0)
  } catch {
    // It has been removed meanwhile, or there are no descriptors to look with.
    return false
  }
}

/** Of the agent's own control group, in which its runs are, too; else of the machine. 0 where nobody counts. */
function countOomKills(): number {
  try {
    const path = /^0::(.*)$/m.exec(readOrNull('/proc/self/cgroup') ?? '')?.[1] ?? ''
    const events = readOrNull(join('/sys/fs/cgroup', path, 'memory.events'))
    const counted = events ?? readOrNull('/proc/vmstat') ?? ''
    return Number(/^oom_kill (\d+)$/m.exec(counted)?.[1] ?? 0)
  } catch (error) {
    if (isShortage(error)) return 0
    throw error
  }
}
