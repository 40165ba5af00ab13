import { loadLibc } from '@sonde/sandbox/libc.ts'
import { thisArchitecture } from '@sonde/sandbox/system-calls.ts'
import { childCpuSecondsOf } from './process-cpu.ts'

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

/** Of this process, which is agent and target, and of all that it has started. */
export function cpuSeconds(): number {
  reapOrphans()
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + childCpuSecondsOf(process.pid)
}
