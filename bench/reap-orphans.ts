import { loadLibc } from '@sonde/sandbox/libc.ts'
import { thisArchitecture } from '@sonde/sandbox/system-calls.ts'

/**
 * `bwrap` goes before the processes inside it, whose time would then be nobody's. Trying the levels has made this process the one
 * that adopts orphans: once they are reaped, their time counts as that of its children.
 */
export function reapOrphans(): void {
  const architecture = thisArchitecture()
  if (architecture === null) return
  const libc = loadLibc(architecture)
  const withoutWaiting = 1
  while (libc.waitpid(-1, null, withoutWaiting) > 0);
}
