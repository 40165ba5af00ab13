import { randomUUID } from 'node:crypto'
import { readChannel } from '@sonde/sandbox/channel.ts'
import { readOutput } from '@sonde/sandbox/output.ts'
import type { Sandbox, SandboxEnd } from '@sonde/sandbox/sandbox.ts'
import { createDeadline } from './deadline.ts'
import { type ScriptLimits, showMebibytes } from './script-limits.ts'
import { type LogLevel, readScriptMessage, type ScriptMessage } from './script-messages.ts'
import type { RequestView } from './script-request.ts'

/** What the harness needs to know before the first script. */
export type ScriptJobOrder = {
  request: RequestView
  variables: Readonly<Record<string, string>>
  secretVariables: readonly string[]
  region: string
  files: readonly { path: string; bytes: Uint8Array }[]
}

/** One script. What it is told of the response comes with the first one after the request. */
export type ScriptOrder = {
  phase: 'setup' | 'teardown'
  path: string
  exchange?: { request: RequestView; response: object; body: Uint8Array }
}

export type ScriptEnd =
  | { kind: 'done'; changes: Extract<ScriptMessage, { type: 'done' }> }
  /** The script has thrown: the process can run another one. */
  | { kind: 'thrown'; message: string }
  /** Nothing more can be run there. */
  | { kind: 'over'; message: string }

export type ScriptListener = {
  onLog(level: LogLevel, text: string): void
  onSecret(value: string): void
}

const noListener: ScriptListener = { onLog: () => undefined, onSecret: () => undefined }
const noMessage = 'the script wrote what is no message'

/**
 * One sandbox with the harness in it, which waits for a job. Nothing that it says is believed beyond what a script may
 * say about itself: whatever comes at another time than expected ends the run.
 */
export function createScriptProcess(sandbox: Sandbox, limits: ScriptLimits) {
  /** Told to the harness with the job: a script that writes messages itself does not know it. */
  const token = randomUUID()
  const over = Promise.withResolvers<string>()
  const channelEnd = Promise.withResolvers<void>()
  let listener = noListener
  let isOver = false
  let sawHeapError = false
  let secretCharacters = 0
  let waiting: { kind: 'ready' | 'accepted' | 'closing'; resolve(message: ScriptMessage): void } | null = null
  let isReady = false
  let hasJob = false
  let isFinishing = false

  readChannel(
    sandbox.channel,
    {
      onMessage: (value) => {
        const message = readScriptMessage(value)
        return message !== null && take(message)
      },
      onBreach() {
        giveUp(noMessage)
        channelEnd.resolve()
      },
      onEnd() {
        channelEnd.resolve()
        // Whoever has closed the descriptor has nothing more to say. One that was told to end is about to: a machine that is
        // slow at that must not make a death of it.
        if (!isOver && !isFinishing) void sandbox.end({ graceMs: limits.graceMs })
      },
    },
    limits.channel,
  )
  const onCut = () => listener.onLog('WARN', 'log cut')
  readOutput(sandbox.output, { onLine: (line) => listener.onLog('INFO', line), onCut }, limits.output)
  readOutput(
    sandbox.errors,
    {
      onLine(line) {
        if (line.includes('JavaScript heap out of memory')) sawHeapError = true
        listener.onLog('ERROR', line)
      },
      onCut,
    },
    limits.output,
  )
  const ended = sandbox.ended.then(async (end) => {
    // What it has said before counts before how it ended.
    await createDeadline(limits.endMs).of(channelEnd.promise)
    giveUp(describeEnd(end))
    return end
  })

  function take(message: ScriptMessage): boolean {
    switch (message.type) {
      case 'log':
        if (hasJob) listener.onLog(message.level, message.text)
        return hasJob
      case 'secret':
        secretCharacters += message.value.length
        if (hasJob) listener.onSecret(message.value)
        return hasJob && secretCharacters <= limits.channel.lineBytes
      case 'ready':
        if (isReady) return false
        isReady = true
        if (waiting?.kind === 'ready') waiting.resolve(message)
        return true
      case 'accepted':
        return answer('accepted', message)
      case 'done':
      case 'error':
        return message.token === token && answer('closing', message)
      default:
        return message satisfies never
    }
  }

  /** False: nobody has asked for that. */
  function answer(kind: 'accepted' | 'closing', message: ScriptMessage): boolean {
    if (waiting?.kind !== kind) return false
    const { resolve } = waiting
    waiting = null
    resolve(message)
    return true
  }

  function giveUp(why: string): void {
    if (isOver) return
    isOver = true
    over.resolve(why)
    void sandbox.end({ graceMs: limits.graceMs })
  }

  function describeEnd({ code, signal, exceeded }: SandboxEnd): string {
    const { memoryBytes, diskBytes } = limits.sandbox
    if (exceeded === 'disk') return `disk limit of ${showMebibytes(diskBytes)} exceeded`
    if (exceeded === 'memory' || sawHeapError) return `memory limit of ${showMebibytes(memoryBytes)} exceeded`
    return `it ended without a result (${signal === null ? `exit code ${code}` : `signal ${signal}`})`
  }

  /** Buffers that do not fit are an error that a script can catch, and says nothing of a limit. */
  function explain({ message }: { message: string }): string {
    const isMemory = /(?:Array buffer allocation failed|Failed to allocate memory)$/.test(message)
    return isMemory
      ? `${message}: memory limit of ${showMebibytes(limits.sandbox.memoryBytes)} exceeded`
      : message
  }

  function send(message: object, blobs: readonly Uint8Array[] = []): void {
    const head = { ...message, blobs: blobs.map(({ length }) => length) }
    sandbox.input.write(`${JSON.stringify(head)}\n`)
    for (const blob of blobs) if (blob.length > 0) sandbox.input.write(blob)
  }

  function expect(kind: 'accepted' | 'closing'): Promise<ScriptMessage> {
    return new Promise((resolve) => (waiting = { kind, resolve }))
  }

  return {
    get isOver(): boolean {
      return isOver
    },
    /** Whether it ever got as far as to wait for a job. */
    get wasReady(): boolean {
      return isReady
    },
    /** When it is of no more use. */
    over: over.promise,
    listen(to: ScriptListener): void {
      listener = to
    },
    /** Hands over the job. A text says why it was not taken: nothing of the user's has run then. */
    async accept({ files, ...job }: ScriptJobOrder): Promise<string | null> {
      if (isOver) return over.promise
      const accepted = expect('accepted')
      hasJob = true
      sandbox.watch()
      send(
        { type: 'job', token, ...job, paths: files.map(({ path }) => path) },
        files.map(({ bytes }) => bytes),
      )
      const reply = await createDeadline(limits.startMs).of(Promise.race([accepted, over.promise]))
      if (reply.kind === 'late') return `it did not start within ${limits.startMs} ms`
      return typeof reply.value === 'string' ? reply.value : null
    },
    /** Runs a script to its end, or to the end of its time. */
    async run({ phase, path, exchange }: ScriptOrder): Promise<ScriptEnd> {
      if (isOver) return { kind: 'over', message: await over.promise }
      const closing = expect('closing')
      const { request, response, body } = exchange ?? {}
      send({ type: 'run', phase, path, request, response }, body === undefined ? [] : [body])
      const reply = await createDeadline(limits.scriptMs).of(Promise.race([closing, over.promise]))
      if (reply.kind === 'late') {
        const message = `time limit of ${limits.scriptMs / 1_000} s exceeded`
        giveUp(message)
        return { kind: 'over', message }
      }
      if (typeof reply.value === 'string') return { kind: 'over', message: reply.value }
      if (reply.value.type === 'done') return { kind: 'done', changes: reply.value }
      return { kind: 'thrown', message: reply.value.type === 'error' ? explain(reply.value) : noMessage }
    },
    /**
     * Ends it, and waits until nothing is left. Null: it ended as it should. Only then what it has said is all that it
     * had to say.
     */
    async finish(): Promise<string | null> {
      if (isOver) {
        await sandbox.end({ graceMs: limits.graceMs })
        return over.promise
      }
      isFinishing = true
      send({ type: 'end' })
      sandbox.input.end()
      const orderly = await createDeadline(limits.endMs).of(ended)
      const end = await sandbox.end({ graceMs: limits.graceMs })
      if ((await over.promise) === noMessage) return noMessage
      if (orderly.kind === 'late') return 'it did not end'
      return end.code === 0 ? null : describeEnd(end)
    },
    async kill(): Promise<SandboxEnd> {
      giveUp('it was ended')
      return await sandbox.end({ graceMs: 0 })
    },
  }
}

export type ScriptProcess = ReturnType<typeof createScriptProcess>
