import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '../find-program.ts'
import { serviceEnvironment } from '../node-options.mjs'

/** One of the processes that an installation consists of. */
export type Part = {
  readonly name: string
  /** Null while it does not run. */
  pid(): number | null
  start(): Promise<void>
  stop(): Promise<void>
  /** Called whenever it has ended, told to or not. */
  onEnd(listener: () => void): void
}

export type ProgramPart = Part & {
  /** What it has printed since it was started last. */
  output(): string
  kill(signal: NodeJS.Signals): void
}

/** A part could not be started; the message says why. */
export class PartFailure extends Error {}

const root = join(import.meta.dirname, '../..')
/** What is looked for is among the first lines. */
const mostOutput = 100_000
const toldLines = 15
/** Without its database a server takes longer to stop; not for ever. */
const stopTimeoutMs = 20_000

/** A server or an agent as a process of its own, with its output in a file; it ends with this process, however that ends. */
export function createProgramPart({
  name,
  flags,
  script,
  environment,
  logFile,
  readyWords,
}: {
  name: string
  /** How Node runs it. */
  flags: readonly string[]
  /** What Node runs. */
  script: readonly string[]
  environment: Readonly<Record<string, string>>
  logFile: string
  /** What it prints when it is ready; null: it is not waited for. */
  readyWords: RegExp | null
}): ProgramPart {
  const listeners: (() => void)[] = []
  let child: ChildProcess | null = null
  let output = ''

  async function start(): Promise<void> {
    if (child !== null) return
    output = ''
    const command = [process.execPath, ...flags, ...script]
    const setpriv = findProgram('setpriv')
    const [program = '', ...args] =
      setpriv === null ? command : [setpriv, '--pdeathsig', 'TERM', '--', ...command]
    const log = createWriteStream(logFile, { flags: 'a' })
    const started = spawn(program, args, {
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: process.env['HOME'] ?? '',
        // Whoever only looks is not made to load 760 MB.
        RUNTIME_INSTALL: 'demand',
        ...serviceEnvironment(root),
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, or Ctrl-C would end all of them at once and in no order.
      detached: true,
    })
    child = started
    const ready = Promise.withResolvers<void>()
    for (const stream of [started.stdout, started.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        log.write(text)
        if (output.length < mostOutput) output += text
        if (readyWords?.test(output) === true) ready.resolve()
      })
    }
    started.once('error', (error) => ready.reject(new PartFailure(`${name}: ${error.message}`)))
    started.once('close', () => {
      if (child === started) child = null
      log.end()
      ready.reject(new PartFailure(`${name} ended. The last lines of ${logFile}:\n${lastLinesOf(logFile)}`))
      for (const listener of listeners) listener()
    })
    if (readyWords === null) {
      // Whoever ends later is told of by `onEnd`.
      ready.promise.catch(() => undefined)
      return
    }
    await ready.promise
  }

  return {
    name,
    pid: () => child?.pid ?? null,
    start,
    async stop() {
      const stopping = child
      if (stopping === null) return
      const closed = once(stopping, 'close')
      // One that somebody has frozen would never hear of it.
      stopping.kill('SIGCONT')
      stopping.kill('SIGTERM')
      const timer = setTimeout(() => stopping.kill('SIGKILL'), stopTimeoutMs)
      await closed
      clearTimeout(timer)
    },
    onEnd: (listener) => void listeners.push(listener),
    output: () => output,
    kill: (signal) => void child?.kill(signal),
  }
}

function lastLinesOf(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-toldLines).join('\n')
}
