import type { SandboxLimits } from './sandbox.ts'

/**
 * What Node takes of its data limit before the first line runs: reserved for heaps and compiled code, not used. The range
 * for code alone is 512 MiB on x86-64 and 128 MiB on arm64.
 */
const reservedBytes = (process.arch === 'x64' ? 768 : 384) * 2 ** 20

/**
 * The most that one process may reserve. The limit of the tree is kept by the control group, or by watching it; this one
 * stops a process that is quicker than the watch.
 */
export function dataLimitBytes({ memoryBytes }: SandboxLimits): number {
  return memoryBytes + reservedBytes
}

/**
 * A command that sets the limits of processes and becomes the program. It runs inside the namespaces: limits on
 * processes count per user id and user namespace, so that those set outside would count the agent's own. `ready` is the
 * descriptor on which it tells that the program begins.
 */
export function shellWithLimits(
  limits: SandboxLimits,
  ready: number,
  command: readonly [string, ...string[]],
): readonly [string, ...string[]] {
  const script = [
    'set -e',
    'ulimit -c 0',
    `ulimit -n ${limits.openFiles}`,
    // Blocks of 512 bytes, and kibibytes.
    `ulimit -f ${Math.ceil(limits.fileBytes / 512)}`,
    `ulimit -d ${Math.ceil(dataLimitBytes(limits) / 1024)}`,
    // Shells disagree about the letter.
    `ulimit -u ${limits.processes} 2>/dev/null || ulimit -p ${limits.processes}`,
    `echo ready >&${ready}`,
    `exec ${ready}>&-`,
    'exec "$@"',
  ].join('\n')
  return ['/bin/sh', '-c', script, 'sh', ...command]
}
