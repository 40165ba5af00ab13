import { createReadStream } from 'node:fs'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isRecord } from '@sonde/ground/is-record.ts'
import { readChannel } from '@sonde/sandbox/channel.ts'
import { readOutput } from '@sonde/sandbox/output.ts'
import {
  describeExceeded,
  type SandboxLevel,
  type SandboxRequest,
  type Workspace,
} from '@sonde/sandbox/sandbox.ts'
import type { LogLevel } from '../scripts/script-messages.ts'
import type { SuiteLimits } from './suite-limits.ts'
import type { StageTools } from './suite-tools.ts'

/** What one sandbox of a suite is to do. */
export type Stage = {
  /** Told to the program inside. */
  job: { stage: 'unpack' | 'restore' | 'install' | 'compile' | 'pack' | 'test' | 'report' } & Readonly<
    Record<string, unknown>
  >
  /** The file that it reads after that. */
  input?: string
  timeMs: number
  /** Folders and files beside those of every stage. */
  readOnly?: readonly string[]
}

/** What the program inside says about the project, read as far as we know it. */
export type StageMessages = {
  /** Why it does not take the project, for people. */
  refusal: string | null
  project: { manager: string; installCommand: string; dependencies: string } | null
  playwrightVersion: string | null
}

export type StageEnd =
  | { kind: 'exited'; code: number; durationMs: number; messages: StageMessages }
  /** For people: a limit, or a crash. */
  | { kind: 'cut'; why: string; durationMs: number }
  /** What of ours broke down, or what the machine had too little of. */
  | { kind: 'lost'; cause: 'no-sandbox' | 'no-resources'; why: string }
  | { kind: 'cancelled' }

export type StageDeps = {
  level: SandboxLevel
  workspace: Workspace
  /** The Node that our own code runs with, whatever the project runs with. */
  node: string
  harness: string
  limits: SuiteLimits
  signal: AbortSignal
  onLog(level: LogLevel, text: string): void
}

const refusedCode = 3

/** What the program inside is told of the programs that its command may use. */
export function commandsOf({ path, links, scripts }: StageTools): Omit<StageTools, 'readOnly'> {
  return { path, links, scripts }
}

/** One stage in a sandbox of its own, over the folder of the suite: nothing that it has started is left when it is over. */
export async function runStage(
  deps: StageDeps,
  { job, input, timeMs, readOnly = [] }: Stage,
): Promise<StageEnd> {
  const { level, workspace, node, harness, limits, signal } = deps
  if (signal.aborted) return { kind: 'cancelled' }
  const request: SandboxRequest = {
    command: [node, '--no-warnings', `${harness}/suites/main.mjs`],
    readOnly: [...new Set([dirname(dirname(node)), harness, ...readOnly])],
    limits: limits.sandbox,
    // A project may start the server that it tests.
    mayListen: true,
    environment: { TZ: 'UTC', LANG: 'C.UTF-8' },
    keepsFiles: true,
    workspace,
  }
  const sandbox = await level.start(request).catch((error: unknown) => String(error))
  if (typeof sandbox === 'string')
    return lostFor('no-sandbox', `the sandbox could not be started: ${sandbox}`)
  const startedMs = performance.now()
  const messages: StageMessages = { refusal: null, project: null, playwrightVersion: null }
  const channelEnd = Promise.withResolvers<void>()
  readChannel(
    sandbox.channel,
    {
      onMessage: (value) => takeMessage(messages, value),
      onBreach: channelEnd.resolve,
      onEnd: channelEnd.resolve,
    },
    limits.channel,
  )
  const onCut = () => deps.onLog('WARN', 'log cut')
  readOutput(sandbox.output, { onLine: (line) => deps.onLog('INFO', line), onCut }, limits.output)
  readOutput(sandbox.errors, { onLine: (line) => deps.onLog('ERROR', line), onCut }, limits.output)
  sandbox.input.write(`${JSON.stringify({ ...job, blobs: [] })}\n`)
  // A process that has ended takes nothing more: its end tells why.
  const sent =
    input === undefined
      ? Promise.resolve(sandbox.input.end())
      : pipeline(createReadStream(input), sandbox.input).catch(() => undefined)
  const cancelled = Promise.withResolvers<'cancelled'>()
  const cancel = () => cancelled.resolve('cancelled')
  signal.addEventListener('abort', cancel)
  // While the sandbox was being started: nobody tells of that again.
  if (signal.aborted) cancel()
  const late = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => late.resolve('late'), timeMs)
  try {
    const first = await Promise.race([sandbox.ended, cancelled.promise, late.promise])
    const durationMs = performance.now() - startedMs
    const end = await sandbox.end({ graceMs: typeof first === 'string' ? limits.graceMs : 0 })
    await sent
    if (first === 'cancelled') return { kind: 'cancelled' }
    if (end.lost !== undefined) return lostFor('no-sandbox', end.lost)
    if (end.survivors) return lostFor('no-sandbox', 'processes of the suite could not be ended')
    const hasPassed = typeof first !== 'string' && end.code === 0 && end.exceeded === null
    const short = end.short ?? end.starved
    if (short !== undefined && !hasPassed) return lostFor('no-resources', short)
    if (first === 'late')
      return { kind: 'cut', why: `time limit of ${timeMs / 1_000} s exceeded`, durationMs }
    await channelEnd.promise
    const exceeded = describeExceeded(end, limits.sandbox)
    if (exceeded !== null) return { kind: 'cut', why: exceeded, durationMs }
    if (end.code === null) return { kind: 'cut', why: `ended by ${end.signal ?? 'a signal'}`, durationMs }
    return { kind: 'exited', code: end.code, durationMs, messages }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', cancel)
    await sandbox.end({ graceMs: 0 })
  }
}

function lostFor(cause: 'no-sandbox' | 'no-resources', why: string): StageEnd {
  return { kind: 'lost', cause, why }
}

/** Whether the program inside has refused the project, and was not ended by it. */
export function refusalOf(end: StageEnd): string | null {
  return end.kind === 'exited' && end.code === refusedCode ? end.messages.refusal : null
}

function takeMessage(messages: StageMessages, value: unknown): boolean {
  if (!isRecord(value)) return false
  const text = (name: string, most: number) => {
    const found = Object.hasOwn(value, name) ? value[name] : null
    return typeof found === 'string' ? found.slice(0, most) : null
  }
  switch (text('type', 20)) {
    case 'refused':
      messages.refusal = text('why', 2_000)
      return true
    case 'project': {
      const manager = text('manager', 20)
      const installCommand = text('installCommand', 200)
      const dependencies = text('dependencies', 64)
      if (manager === null || installCommand === null || dependencies === null) return false
      messages.project = { manager, installCommand, dependencies }
      return true
    }
    case 'playwright':
      messages.playwrightVersion = text('version', 50)
      return true
    default:
      return false
  }
}
