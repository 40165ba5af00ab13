import type { Readable, Writable } from 'node:stream'
import type { NetworkStack } from './network-stack.ts'

/**
 * How user code is kept apart, best first. `namespaces`: it sees nothing of the machine. `user`: a user id of its own.
 * `landlock`: the agent's user id, fenced in by the kernel. `process`: no boundary at all.
 */
export type SandboxLevelName = 'namespaces' | 'user' | 'landlock' | 'process'

/** The setting `SANDBOX`: the best level with a boundary, or exactly that one. */
export type SandboxSetting = 'auto' | SandboxLevelName

/** Of the whole tree of a run, except `fileBytes` (one file) and `openFiles` (one process). */
export type SandboxLimits = {
  memoryBytes: number
  /** Processes and threads together, as the kernel counts them. Node alone has about a dozen. */
  processes: number
  diskBytes: number
  fileBytes: number
  openFiles: number
  /** Processors that it may keep busy, where the kernel can tell; absent: all, behind everybody else. */
  processors?: number
}

export type SandboxRequest = {
  /** Program, by its whole path, and arguments, as they are named inside. */
  command: readonly [string, ...string[]]
  /**
   * Folders and files of the machine that are readable inside under the same path: Node itself, runtime, harness. A folder
   * of modules brings its `package.json`: Node looks for one upwards, and takes a refusal on the way for an error.
   */
  readOnly: readonly string[]
  limits: SandboxLimits
  /** Suites start servers of their own; everybody else may not bind. */
  mayListen: boolean
  /**
   * Listens on sockets of its own folder: a browser has one by which a second one would find the first, and crashes when that
   * is refused. A filter cannot tell them from ports; Landlock, where the kernel has it, still refuses these.
   */
  hasLocalSockets?: boolean
  /** Beside them a port that the kernel chooses: never one where somebody looks for the agent or the service. */
  hasChosenPort?: boolean
  /** The allow list of variables; nothing of the user's. `PATH`, `HOME` and `TMPDIR` are set where it has none. */
  environment: Readonly<Record<string, string>>
  /**
   * Whether somebody collects files of the run's folder afterwards. Without, `namespaces` keeps the folder in memory
   * of the namespace, where the kernel itself keeps it to its size.
   */
  keepsFiles: boolean
  /** It is code of ours that waits for a job: what it takes is looked at from `watch` on only. */
  waits?: boolean
  /** The folder that it runs in, and leaves behind for the next one; without, it has one of its own, which goes with it. */
  workspace?: Workspace
}

/**
 * A folder, with a user id where the level has them, that several sandboxes have one after the other: what the first one has
 * installed is there for the second, and nothing that it has started.
 */
export type Workspace = {
  /** Where the agent finds it. */
  hostFolder: string
  /** Removes it, once every sandbox of it has ended. */
  close(): Promise<void>
}

export type SandboxEnd = {
  code: number | null
  signal: NodeJS.Signals | null
  /** The limit of the tree for which it was ended. */
  exceeded: 'memory' | 'disk' | null
  /** Something of the run could not be ended. Its slot is out of use. */
  survivors: boolean
  /** For people: what of ours broke down under it, for which it was ended. Whatever the code has said then, it proves nothing. */
  lost?: string
  /** For people: what its machine had too little of while it ran. That it failed proves nothing then; that it passed does. */
  short?: string
  /** For people: for most of its time others had the processors, so that it may have been late for that alone. */
  starved?: string
}

export type Sandbox = {
  pid: number
  /** The run's own folder as the code inside sees it: its working directory. */
  folder: string
  /** The same where the agent finds it; null: it is in the namespace only. */
  hostFolder: string | null
  /** Descriptor 0. */
  input: Writable
  /** Descriptors 1 and 2: whoever starts a sandbox reads both, or code that prints a lot stands still. */
  output: Readable
  errors: Readable
  /** Descriptor 3, from inside to the agent. */
  channel: Readable
  /** When the first process has ended and nothing of its tree is left. `end` is still to be called: it removes the folder. */
  ended: Promise<SandboxEnd>
  /** From here on code of others may run in one that has waited. */
  watch(): void
  /**
   * SIGTERM, grace, then the end that nothing survives. Resolves when nothing is left and the folder is removed;
   * `collect` is called in between, with the folder of a tree that can change nothing any more. Further calls get the
   * answer to the first.
   */
  end(options: EndOptions): Promise<SandboxEnd>
}

export type EndOptions = { graceMs: number; collect?: (hostFolder: string) => Promise<void> }

export interface SandboxLevel {
  readonly name: SandboxLevelName
  /** Rejects when the sandbox could not be made, which is no fault of the code that was to run in it. */
  start(request: SandboxRequest): Promise<Sandbox>
  /** Of this level, and for sandboxes of this level only. */
  openWorkspace(): Promise<Workspace>
  /** The same level with a network of its own for each sandbox. Absent: it shares that of the machine. */
  withNetworks?(stack: NetworkStack): SandboxLevel
}

/** Why the tree was ended, for people; null: not for a limit. */
export function describeExceeded(
  { exceeded }: Pick<SandboxEnd, 'exceeded'>,
  limits: Pick<SandboxLimits, 'memoryBytes' | 'diskBytes'>,
): string | null {
  if (exceeded === null) return null
  const bytes = exceeded === 'memory' ? limits.memoryBytes : limits.diskBytes
  return `${exceeded} limit of ${formatBinary(bytes)} exceeded`
}

function formatBinary(bytes: number): string {
  const mebibytes = bytes / 2 ** 20
  return mebibytes >= 1024 ? `${round(mebibytes / 1024)} GiB` : `${round(mebibytes)} MiB`
}

function round(figure: number): number {
  return Number(figure.toPrecision(3))
}
