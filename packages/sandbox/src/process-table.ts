import { readdirSync, readFileSync } from 'node:fs'

export type ProcessEntry = { pid: number; parent: number; group: number; isZombie: boolean }

/** Every process of this PID namespace, as `/proc` tells it now. Linux only. */
export function readProcessTable(): ProcessEntry[] {
  return list('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readProcess(Number(name)) ?? []) : []))
}

/** Null: there is none, any more. */
export function readProcess(pid: number): ProcessEntry | null {
  const stat = readOrNull(`/proc/${pid}/stat`)
  if (stat === null) return null
  // The name stands in brackets and may hold brackets and spaces of its own.
  const [state, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { pid, parent: Number(parent), group: Number(group), isZombie: state === 'Z' || state === 'X' }
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

/** The text of a file of `/proc`; null: the process has ended meanwhile, or is not ours to look at. */
export function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return null
  }
}

function list(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}
