import { treeOf } from '@sonde/sandbox/process-table.ts'

/**
 * Ends what the process has started, and what that has started: servers, agents and browsers go on when the test that they
 * belong to was killed. Only Linux tells who they are.
 */
export function endDescendants(pid: number): void {
  const stopped = new Set<number>()
  const others = () => treeOf(pid).filter((each) => each !== pid && !stopped.has(each))
  // Whoever is stopped starts nobody else while we look.
  for (let found = others(); found.length > 0; found = others()) {
    for (const each of found) {
      stopped.add(each)
      send(each, 'SIGSTOP')
    }
  }
  for (const each of stopped) send(each, 'SIGKILL')
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended by itself, or belongs to somebody else.
  }
}
