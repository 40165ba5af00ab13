import type { SandboxLimits } from '../sandbox.ts'

const mebibyte = 2 ** 20
/** V8 reserves a range for compiled code in each thread that runs JavaScript, and all of it counts against the data limit. */
const codeRangeBytes = (process.arch === 'x64' ? 512 : 128) * mebibyte
/** The main thread, and workers that a script or its test runner may start. */
const javaScriptThreads = 4
/** What Node takes of its data limit without using it: ranges for code, and some for its heaps and other threads. */
const reservedBytes = javaScriptThreads * codeRangeBytes + 256 * mebibyte

/**
 * The most that one process may reserve. The limit of the tree is kept by watching it; this one stops a process that is
 * quicker than the watch.
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
