import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'

/** `startTime`, in ticks since the machine started, tells a process from a later one with the same id. */
export type ProcessEntry = { pid: number; group: number; isZombie: boolean; startTime: number }

/** Every process of this PID namespace, as `/proc` tells it now. Linux only. */
export function readProcessTable(): ProcessEntry[] {
  return list('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readProcess(Number(name)) ?? []) : []))
}

/** Null: there is none, any more. */
export function readProcess(pid: number): ProcessEntry | null {
  const stat = readFiguresOrNull(`/proc/${pid}/stat`)
  if (stat === null) return null
  // The name stands in brackets and may hold brackets and spaces of its own.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const isZombie = fields[0] === 'Z' || fields[0] === 'X'
  return { pid, group: Number(fields[2]), isZombie, startTime: Number(fields[19]) }
}

/** Children of every thread: any of them may have started some. */
export function childrenOf(pid: number): number[] {
  return list(`/proc/${pid}/task`).flatMap((thread) => {
    const children = readFiguresOrNull(`/proc/${pid}/task/${thread}/children`)?.trim() ?? ''
    return children === '' ? [] : children.split(' ').map(Number)
  })
}

/** A process and all that came from it, as far as they have not been orphaned. */
export function treeOf(pid: number): number[] {
  const tree = [pid]
  for (const member of tree) tree.push(...childrenOf(member))
  return tree
}

/** The real user id; zombies have theirs until they are reaped. */
export function userIdOf(pid: number): number | null {
  const status = readOrNull(`/proc/${pid}/status`)
  const uid = status === null ? undefined : /^Uid:\s+(\d+)/m.exec(status)?.[1]
  return uid === undefined ? null : Number(uid)
}

/**
 * The text of a file of `/proc`; null: the process has ended meanwhile, or is not ours to look at. Throws when the agent has
 * nothing left to look with: a process that was not seen is not gone.
 */
export function readOrNull(path: string): string | null {
  return orNull(() => readFileSync(path, 'latin1'))
}

/** Figures fit into this many times over. */
const figures = Buffer.alloc(16_384)
/** The kernel fills a page with whole figures: what it gives less than that is everything. */
const surelyAllBytes = 2_048

/**
 * The same for files that hold figures only, of which a browser has hundreds and which are looked at again and again. In one step
 * where `readFileSync` asks for the size, which is told of none of them, and reads once more to see that this was all.
 */
export function readFiguresOrNull(path: string): string | null {
  return orNull(() => {
    const file = openSync(path, 'r')
    try {
      const bytes = readSync(file, figures)
      const text = figures.toString('latin1', 0, bytes)
      return bytes < surelyAllBytes ? text : text + readFileSync(file, 'latin1')
    } finally {
      closeSync(file)
    }
  })
}

function orNull(read: () => string): string | null {
  try {
    return read()
  } catch (error) {
    if (isShortage(error)) throw error
    return null
  }
}

function list(path: string): string[] {
  try {
    return readdirSync(path)
  } catch (error) {
    if (isShortage(error)) throw error
    return []
  }
}

/** The agent, or its machine, has no descriptors or memory left: that says nothing of what was looked at. */
export function isShortage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && shortages.has(String(error.code))
}

const shortages: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN'])
