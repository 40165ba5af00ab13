import { constants } from 'node:os'

const lookEveryMs = 2

const watchedEvents = [...Object.keys(constants.signals), 'uncaughtException', 'unhandledRejection']

/** What a file has not cleaned up, for which sockets and ended processes have `settleMs`. */
export type LeftBehind = (settleMs: number) => Promise<string[]>

/**
 * Notes what the files of one process share, to tell afterwards what a file has left changed. Without it the next
 * file would fail in its place; and what keeps a process alive is a leak in any case.
 */
export function watchProcessState(): LeftBehind {
  const before = readState()
  // Node sets it for an error that came when the test that caused it was over, and fails no test for it.
  const exitCodeBefore = process.exitCode
  const errors: unknown[] = []
  const keep = (error: unknown) => errors.push(error)
  process.on('uncaughtException', keep)
  process.on('unhandledRejection', keep)
  return async (settleMs) => {
    const resources = await settledResources(before.resources, settleMs)
    process.off('uncaughtException', keep)
    process.off('unhandledRejection', keep)
    const left = [...resources, ...differences(before, readState())]
    if (process.exitCode !== exitCodeBefore) {
      left.push(`an error that came after its test had ended: ${errors.map(textOf).join('\n')}`)
      process.exitCode = exitCodeBefore
    }
    return left
  }
}

type State = {
  env: ReadonlyMap<string, string | undefined>
  folder: string
  mask: number
  listeners: ReadonlyMap<string, number>
  globals: ReadonlyMap<string, unknown>
  resources: ReadonlyMap<string, number>
}

function readState(): State {
  return {
    env: new Map(Object.entries(process.env)),
    folder: process.cwd(),
    mask: process.umask(),
    listeners: new Map(watchedEvents.map((name) => [name, process.listenerCount(name)])),
    globals: readGlobals(),
    resources: countResources(),
  }
}

function readGlobals(): Map<string, unknown> {
  const entries = Object.entries(Object.getOwnPropertyDescriptors(globalThis))
  return new Map<string, unknown>([
    // Node puts the value of some in the place of a getter when somebody first asks for it.
    ...entries.flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value] as const])),
    ['Date.now', Date.now],
    ['Math.random', Math.random],
    ['process.stdout.write', process.stdout.write],
    ['process.stderr.write', process.stderr.write],
  ])
}

function differences(before: State, after: State): string[] {
  const left: string[] = []
  for (const name of new Set([...before.env.keys(), ...after.env.keys()])) {
    if (before.env.get(name) !== after.env.get(name)) left.push(`process.env['${name}'] changed`)
  }
  if (before.folder !== after.folder) left.push('another working directory')
  if (before.mask !== after.mask) left.push('another umask')
  for (const [name, count] of after.listeners) {
    if (count !== before.listeners.get(name)) left.push(`a changed number of listeners to ${name}`)
  }
  for (const [name, value] of before.globals) {
    if (!Object.is(after.globals.get(name), value)) left.push(`${name} replaced`)
  }
  return left
}

async function settledResources(before: State['resources'], settleMs: number): Promise<string[]> {
  const until = performance.now() + settleMs
  for (;;) {
    const more = [...countResources()].filter(([name, count]) => count > (before.get(name) ?? 0))
    if (more.length === 0) return []
    if (performance.now() > until) {
      return more.map(([name, count]) => `${count - (before.get(name) ?? 0)} open ${name}`)
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    // A timer that counts as a resource would never see itself gone.
    setTimeout(resolve, lookEveryMs).unref()
    await promise
  }
}

function countResources(): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of process.getActiveResourcesInfo()) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
