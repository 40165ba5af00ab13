import { readdirSync, readFileSync } from 'node:fs'

/** `startTime`, in ticks since the machine started, tells a process from a later one with the same id. */
export type ProcessEntry = { pid: number; group: number; isZombie: boolean; startTime: number }

/** Every process of this PID namespace, as `/proc` tells it now. Linux only. */
export function readProcessTable(): ProcessEntry[] {
  return list('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readProcess(Number(name)) ?? []) : []))
}

/** Null: there is none, any more. */
export function readProcess(pid: number): ProcessEntry | null {
  const stat = readOrNull(`/proc/${pid}/stat`)
  if (stat === null) return null
  // The name stands in brackets and may hold brackets and spaces of its own.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const isZombie = fields[0] === 'Z' || fields[0] === 'X'
  return { pid, group: Number(fields[2]), isZombie, startTime: Number(fields[19]) }
}

/** Children of every thread: any of them may have started some. */
export function childrenOf(pid: number): number[] {
  return list(`/proc/${pid}/task`).flatMap((thread) => {
    const children = readOrNull(`/proc/${pid}/task/${thread}/children`)?.trim() ?? ''
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
  try {
    return readFileSync(path, 'latin1')
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
