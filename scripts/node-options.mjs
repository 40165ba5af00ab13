import { join } from 'node:path'

const oldGeneration = ['--heap-growing-percent=100']

/**
 * How the server runs on Node, with or without the agent inside. A young generation of 8 MB instead of 16 keeps an idle server some 20 MB
 * smaller; with 4 MB, collecting it took 9 % of the time under full load instead of 4 %.
 *
 * The old generation is collected when it is twice as large as what was left the last time. Node waits for up to four
 * times that: runs outlive the young generation, and with 10,000 checks 85 MB in use became 300 MB before somebody
 * looked. That keeps such a server at 312 MB instead of 382 to 415, for 7 % more processor time; half as large again
 * would be 268 MB for 18 %.
 */
export const serverFlags = ['--max-semi-space-size=8', ...oldGeneration]

/**
 * An agent without a server is far from any limit of memory. A run outlives a young generation of 8 MB where there are many:
 * with 833 in a second a third of the agent's thread went into collecting them, and a quarter less with 16 MB.
 */
export const agentFlags = ['--max-semi-space-size=16', ...oldGeneration]

/** Compiled code is kept between starts, next to the packages that most of it comes from. */
export function compileCache(root) {
  return { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/node') }
}

/** Two arenas of the C library instead of eight per core save 5 MB: few threads of ours allocate at the same time. */
export function serviceEnvironment(root) {
  return { ...compileCache(root), MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2' }
}
