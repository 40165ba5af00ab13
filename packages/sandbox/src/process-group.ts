import { readProcessTable } from './process-table.ts'

/** Sends a signal to a process group. One that has ended already is what was wanted. */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  send(-leader, signal)
}

/** False: there is no such process, or it is not ours. */
export function signalProcess(pid: number, signal: NodeJS.Signals): boolean {
  return send(pid, signal)
}

export function isGroupAlive(leader: number): boolean {
  if (!send(-leader, 0)) return false
  // Orphans wait as zombies until the first process of the machine finds time for them.
  return (
    process.platform !== 'linux' ||
    readProcessTable().some(({ group, isZombie }) => group === leader && !isZombie)
  )
}

function send(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, signal)
  } catch (error) {
    // EPERM: what is left of a group on macOS while its zombies wait.
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ESRCH' || code === 'EPERM') return false
    throw error
  }
}
