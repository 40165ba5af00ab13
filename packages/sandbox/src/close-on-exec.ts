import type { Libc } from './libc.ts'

const firstInherited = 3
const lastDescriptor = 0xffffffff
const closeRangeCloseOnExec = 4

/**
 * Whatever the agent has inherited from whoever started it (locks, log files, sockets) stays out of sandboxes. Node marks
 * the descriptors that it opens itself, and of the inherited ones only the first few.
 */
export function closeInheritedOnExec(libc: Libc): void {
  if (libc.call('close_range', firstInherited, lastDescriptor, closeRangeCloseOnExec) !== 0)
    throw new Error(`close_range failed with error ${libc.errno()}`)
}
