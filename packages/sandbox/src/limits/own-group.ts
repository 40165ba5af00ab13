import { basename, dirname, join } from 'node:path'
import { existsSync } from 'node:fs'
import type { Libc } from '../libc.ts'
import { readOrNull } from '../process-table.ts'

/** Where the agent itself goes, so that the group it was started in may have children with limits. */
export const agentGroupName = 'sonde-agent'

/** Whether a group was marked as delegated by whoever made it. */
export type IsMarked = (folder: string) => boolean

/** The group in which the agent may make others (cgroup v2), or why there is none. */
export type FoundGroup = { folder: string } | { missing: string }

const delegate =
  'limits of whole runs are not kept by the kernel: delegate a control group to the agent (systemd: Delegate=yes)'

/**
 * Only one that is ours to divide counts: systemd marks those of units with `Delegate=yes`, and a container has a mount that
 * shows nothing above its own. Root may write to all the others too, and would take them out of the hands of their manager.
 */
export function findOwnGroup(
  { mounts, membership }: { mounts: string; membership: string },
  isMarked: IsMarked,
): FoundGroup {
  const place = placeOf(mounts, membership)
  if (place === null) return { missing: `${delegate}; there is no writable mount of cgroup v2` }
  const { mountPoint, path } = place
  const own = path === '/' ? mountPoint : join(mountPoint, path)
  const parent = dirname(own)
  // The group of the whole machine has no type, and belongs to nobody.
  const isDivisible = (folder: string) => existsSync(join(folder, 'cgroup.type'))
  if (isDivisible(own) && (path === '/' || isMarked(own))) return { folder: own }
  // An earlier agent of the same container or unit has led its starter there, or the unit has `DelegateSubgroup=`.
  const isOurs = dirname(path) === '/' && basename(path) === agentGroupName
  if (path !== '/' && isDivisible(parent) && (isOurs || isMarked(parent))) return { folder: parent }
  return { missing: delegate }
}

/** By the mark that systemd leaves on units with `Delegate=yes`; older ones show it only to root. */
export function markReader(libc: Libc): IsMarked {
  const value = (folder: string, name: string) => {
    const bytes = Buffer.alloc(8)
    const length = libc.call('getxattr', cText(folder), cText(name), bytes, bytes.length)
    return length < 0 ? null : bytes.toString('latin1', 0, length)
  }
  return (folder) => ['user.delegate', 'trusted.delegate'].some((name) => value(folder, name) === '1')
}

export function readOwnPlace(): { mounts: string; membership: string } {
  return {
    mounts: readOrNull('/proc/self/mountinfo') ?? '',
    membership: readOrNull('/proc/self/cgroup') ?? '',
  }
}

function cText(text: string): Buffer {
  return Buffer.from(`${text}\0`)
}

/** Of the mounts that show our group, the one that shows the least above it; `path` from there. */
function placeOf(mounts: string, membership: string): { mountPoint: string; path: string } | null {
  const own = /^0::(\/.*)$/m.exec(membership)?.[1]
  if (own === undefined || own.startsWith('/..')) return null
  const found = mounts.split('\n').flatMap((line) => {
    const [before = '', after = ''] = line.split(' - ')
    const [, , , root = '', mountPoint = '', options = ''] = before.split(' ').map(unescaped)
    if (!after.startsWith('cgroup2 ') || !options.split(',').includes('rw')) return []
    const path = pathBelow(root, own)
    return path === null ? [] : [{ mountPoint, path }]
  })
  return found.toSorted((one, other) => one.path.length - other.path.length)[0] ?? null
}

function pathBelow(root: string, path: string): string | null {
  if (root === '/') return path
  if (path === root) return '/'
  return path.startsWith(`${root}/`) ? path.slice(root.length) : null
}

/** Spaces and the like are written in octal there. */
function unescaped(field: string): string {
  return field.replaceAll(/\\([0-7]{3})/g, (_match, digits: string) =>
    String.fromCodePoint(Number.parseInt(digits, 8)),
  )
}
